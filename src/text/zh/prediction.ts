/** @file The words of the question that a person may answer before a run does. */
import type { Guess, Moment } from '../../analysis/next-tasks.ts';

const moments: Readonly<Record<Moment, (share: string) => string>> = {
  'too-hard': (share) => `最近五轮里，${share} 的任务从未做对。`,
  'too-easy': (share) => `最近五轮里，${share} 的回答正确。`,
};

const guesses: Readonly<Record<Guess, string>> = { easier: '更容易的', alike: '一样难的', harder: '更难的' };

const answers: Readonly<Record<Guess, string>> = {
  easier: '它写了更容易的任务',
  alike: '它写的任务差不多一样难',
  harder: '它写了更难的任务',
};

export const prediction = {
  label: '先猜，再看',
  moments,
  question: '环境模型接下来该写哪种任务？',
  guesses,
  skip: '跳过这个问题',
  waits: (guess: Guess, epoch: string) => `你猜：${guesses[guess]}。第 ${epoch} 轮之后由日志回答。`,
  answer: (guess: Guess, answer: Guess, before: string, after: string) =>
    `你猜：${guesses[guess]}。${answers[answer]}：之前五轮平均级别 ${before}，之后五轮 ${after}${guess === answer ? '，和你猜的一样' : ''}。`,
  close: '关闭',
} as const;
