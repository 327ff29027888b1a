/** @file The words of the first minute: the story that the recorded run tells, with captions of its beats. */
import type { BeatCode } from '../../analysis/story-beats.ts';
import type { firstMinute as english } from '../en/first-minute.ts';
import { went } from './went.ts';

type Beats = { readonly [Code in BeatCode]: { title: string; caption: (typeof english)['beats'][Code]['caption'] } };

const beats: Beats = {
  'too-hard': {
    title: '太难',
    caption: ({ unsolved, groups, mixed, right, answers }) =>
      `太难，学不到多少：${groups} 个任务中有 ${unsolved} 个从未做对，${mixed} 个教了智能体；${answers} 个回答中 ${right} 个正确。`,
  },
  'comes-down': {
    title: '降低难度',
    caption: ({ levelBefore, levelAfter, from, to }) =>
      `环境模型降低难度：做对一半的任务给它的奖励最多。平均级别从第 ${from} 轮的 ${levelBefore} 变为第 ${to} 轮的 ${levelAfter}。`,
  },
  discovers: {
    title: '发现',
    caption: ({ before, after, mastered }) =>
      `智能体只凭奖励就发现了什么是对的：正确的回答从起初的 ${before} 升到最后的 ${after}。${
        mastered ? `第 ${mastered.epoch} 轮：对“${mastered.task}”的 ${mastered.answers} 个回答全部正确。` : ''
      }`,
  },
  grows: {
    title: '变难',
    caption: ({ levelBefore, levelAfter, heldOut }) =>
      `任务随智能体一起变难：平均级别先是 ${levelBefore}，后来 ${levelAfter}。${
        heldOut ? `在没有模型训练过的任务上，成功率${went(heldOut.before, heldOut.after)}。` : ''
      }`,
  },
};

export const firstMinute = {
  label: '四幕故事',
  beats,
  epochs: (from: string, to: string) => (from === to ? `第 ${from} 轮` : `第 ${from} 至 ${to} 轮`),
  told: (from: string, to: string, caption: string) =>
    `${from === to ? `第 ${from} 轮` : `第 ${from} 至 ${to} 轮`}。${caption}`,
  meeting: {
    origins: {
      written: () => '它刚由一个模型（环境模型）写出。',
      continued: (seed: string) => `一个模型（环境模型）得到了开头“${seed}”，刚写出了其余部分。`,
      given: () => '这些词是给一个模型（环境模型）的开头，它没有再添词，于是任务很短。',
      known: () => '它是已有的任务：这一轮里没有模型写它。',
    },
    'tasks-written': (task: string, origin: string) =>
      `跟着一个任务看：“${task}”。${origin}另一个模型（智能体）要回答它。`,
    'rolled-out': (answers: string) =>
      `智能体回答了 ${answers} 次。它认识这些词，但没有人告诉它哪个是对的，所以它在猜。`,
    scored: (right: string, k: string, n: string) =>
      `由程序判分：只有“${right}”是对的。${n} 个回答中 ${k} 个正确。除了对与错，谁也得不到别的信息。`,
    filtered: (k: string, n: string) =>
      `做对一半的任务让环境模型得到最多奖励。这里 ${n} 个回答对了 ${k} 个，圆点就落在那里。`,
    'agent-updated': (word: string, before: string, taught: boolean) =>
      taught
        ? `智能体通过比较自己的回答来学习：在“${before}”之后，“${word}”比别的词好，于是它变得更可能。`
        : '这些回答一样好：没有可比较的，智能体从这个任务中什么也没学到。',
  },
  ended: (task: string, first: string, last: string, n: string) =>
    `同一个任务“${task}”，之前与之后：${n} 个回答中先对 ${first} 个，后来对 ${last} 个。从来没有人告诉它答案。`,
  stage: {
    label: '跟随一个任务看完整个运行',
    cast: [
      '一个小模型（环境模型）写任务。',
      '另一个小模型（智能体）把每个任务回答几次。',
      '由程序判断哪些回答正确。两个模型只从这一点学习。',
    ],
    task: '任务',
    answers: '智能体的回答',
    before: (epoch: string) => `之前：第 ${epoch} 轮`,
    after: (epoch: string) => `之后：第 ${epoch} 轮`,
    right: '正确',
    wrong: '错误；正确的是',
    nothing: '什么也没写',
    solved: (k: string, n: string) => `${n} 个中 ${k} 个正确`,
    likely: (word: string, before: string) => (before ? `“${before}”之后的“${word}”` : `第一个词是“${word}”`),
    likelier: '变得更可能',
    earns: '环境模型写一个任务得到的奖励',
    kept: '阴影内的任务教环境模型',
    never: '从未做对',
    half: '做对一半',
    always: '总是做对',
    earned: (task: string, k: string, n: string, share: string) =>
      `“${task}”，${n} 个回答中 ${k} 个正确，得到最高奖励的 ${share}。`,
    now: (epoch: string) => `第 ${epoch} 轮写的任务`,
    met: '它每次出现时',
    epoch: (epoch: string) => `第 ${epoch} 轮`,
  },
  loop: '整个循环',
  loopHint: '发生的一切的总图，带所有数字',
  skip: '跳过',
  skipHint: '到录制的运行的结尾',
  begun: '你自己的运行已经开始：先测量留出任务，再写第一批任务。在那之前，这幅图保持不变。',
  over: '轮到你了：开始自己的运行，或学一课教程。',
  lessons: '教程',
} as const;
