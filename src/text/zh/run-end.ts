/** @file The words of the end of one's own run. */
export const end = {
  label: '这次运行的结束',
  learned: (from: string, epoch: string, to: string, lastEpoch: string) =>
    `留出任务的成功率：第 ${epoch} 轮 ${from}，第 ${lastEpoch} 轮${from === to ? '仍为' : ''} ${to}。`,
  next: '接下来：在有标记的一轮分支，或在设置里调高轮数继续。',
  task: (task: string) => `任务“${task}”，之前与之后的回答`,
  heldOut: (task: string) => `“${task}”，没有模型训练过的任务`,
  none: '没有任务再次出现并最终更常做对，也没有留出的提示由错变对。',
  branch: (epoch: string) => `在第 ${epoch} 轮分支`,
  again: '新的运行',
  lesson: (title: string) => `教程：${title}`,
} as const;
