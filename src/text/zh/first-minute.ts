/** @file The words of the first minute: the story that the recorded run tells, with captions of its beats. */
import type { BeatCode } from '../../analysis/story-beats.ts';
import type { firstMinute as english } from '../en/first-minute.ts';

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
      `智能体只凭奖励就发现了哪个工位做什么：正确的回答从起初的 ${before} 升到最后的 ${after}。${
        mastered ? `第 ${mastered.epoch} 轮：对“${mastered.task}”的 ${mastered.answers} 个回答全部正确。` : ''
      }`,
  },
  grows: {
    title: '变难',
    caption: ({ levelBefore, levelAfter, heldOut }) =>
      `任务随智能体一起变难：平均级别先是 ${levelBefore}，后来 ${levelAfter}。${
        heldOut ? `在没有模型训练过的任务上，成功率从 ${heldOut.before} 变为 ${heldOut.after}。` : ''
      }`,
  },
};

export const firstMinute = {
  label: '四幕故事',
  beats,
  epochs: (from: string, to: string) => (from === to ? `第 ${from} 轮` : `第 ${from} 至 ${to} 轮`),
  told: (from: string, to: string, caption: string) =>
    `${from === to ? `第 ${from} 轮` : `第 ${from} 至 ${to} 轮`}。${caption}`,
  skip: '跳过',
  skipHint: '到录下的运行的结尾',
  begun: '你自己的运行已经开始：先测量留出任务，再写第一批任务。在那之前，这幅图保持不变。',
  over: '轮到你了：开始自己的运行，或学一课教程。',
  lessons: '教程',
} as const;
