/** @file The words of replays and of the recorded example. */
export const replay = {
  label: '录制的运行',
  example: '这是一次录制好的运行。',
  begin: '轮到你了：开始自己的运行',
  beginHint: '两个模型从头学起，就在你的 GPU 上。',
  stored: '这是录像：不做任何计算。',
  live: '用这些设置开始新的运行',
  noExample: (cause: string) => `无法显示示例：${cause}`,
  noMoment: '录制的运行里没有能说明这一课的轮次。托管此页面的人可以另录一次运行：scripts/make-example.ts。',
  watch: '观看故事',
  watchHint: '随页面附带的录制运行，从第一轮开始',
  back: '回到你的运行',
  status: {
    waiting: '录制的运行的其余部分正在载入。',
    beginning: '回放：在第一轮之前。',
    playing: (epoch: string, stage: string) => `正在回放第 ${epoch} 轮：${stage}。`,
    paused: (epoch: string, stage: string) => `回放暂停在第 ${epoch} 轮，“${stage}”之后。`,
    end: (epochs: string) => `回放结束：录制的 ${epochs} 轮都已显示。`,
  },
} as const;
