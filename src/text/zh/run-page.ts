/** @file The words of the run page: its controls, its status line, the comparison of two runs. */
export const players = { agent: '智能体', environment: '环境模型', simulator: '模拟器' } as const;

export const controls = {
  label: '播放控制',
  run: '播放',
  pause: '暂停',
  pausing: '正在暂停……',
  stepStage: '走一个阶段',
  stepEpoch: '走一轮',
  reset: '重来',
  resetHint: '用现在所选的随机种子和设置开始新的运行。这次运行已完成的轮仍然保存着。',
  rewindHint: '回到第一轮之前。',
  withKey: (what: string, key: string) => `${what}（${key}）`,
  /** As on the keyboard. */
  keys: { run: '空格', stepStage: 'S', stepEpoch: 'E' },
  timeline: '显示的轮',
  position: (epoch: string, epochs: string) => `第 ${epoch} / ${epochs} 轮`,
  follow: '跟随最新一轮',
  branch: '从这里分支',
  branchHint: '从这一轮继续的新运行：改动设置，再与这次运行比较。',
  speed: '速度',
  /** @param stages per second; Infinity: as fast as possible; `story`: as fast as its captions can be read */
  speedOption: (stages: number | 'story') =>
    stages === 'story' ? '故事节奏' : stages === Infinity ? '全速' : stages < 1 ? '慢动作' : `每秒 ${stages} 个阶段`,
  learners: { both: '两者都学', agent: '只有智能体', environment: '只有环境模型', none: '都不学' },
  settings: '设置',
  closeSettings: '关闭设置',
  closeOpened: '关闭，回到曲线',
  theme: '浅色或深色',
  preset: '预设',
  runs: '运行',
  compare: '与之比较',
  compareNone: '没有其他运行',
  remove: '删除这次运行',
  runOption: (name: string, epochs: string) => `${name} · ${epochs} 轮`,
} as const;

export const shortcuts = {
  title: '快捷键',
  hint: '本页的快捷键（?）',
  close: '关闭',
  on: '启用按键',
  keys: { ' ': '空格', ArrowLeft: '←', ArrowRight: '→' } as Readonly<Record<string, string>>,
  actions: {
    play: '播放或暂停',
    stepStage: '走一个阶段',
    stepEpoch: '走一轮',
    back: '后退一轮',
    forward: '前进一轮',
    first: '第一轮',
    last: '最新一轮',
    slower: '慢一些',
    faster: '快一些',
    circuit: '循环图',
    tasks: '任务与采样回答',
    answers: '留出题的回答',
    updates: '更新与数据池',
    curves: '实验室：所有曲线',
    settings: '显示或隐藏设置',
    help: '这张列表',
  },
} as const;

export const status = {
  opening: '正在启动工作线程。',
  loading: '正在载入两个模型并准备 GPU。',
  starting: '第一轮之前，正在留出任务上测量智能体。',
  startingFromLevels: '环境若写任务，先学会要求的级别；然后在留出任务上测量智能体。',
  ready: '就绪。按“播放”，或一次走一个阶段。',
  running: (epoch: string, doing: string) => `第 ${epoch} 轮：${doing}。`,
  pausing: (epoch: string, doing: string) => `第 ${epoch} 轮：${doing}，然后运行暂停。`,
  paused: (epoch: string, next: string) => `暂停在第 ${epoch} 轮。下一阶段：${next}。`,
  pausedBetween: (epoch: string) => `第 ${epoch} 轮之后暂停。`,
  finished: (epochs: string) => `完成：${epochs} 轮都已做完。`,
  noRun: '没有打开的运行。',
  reading: '这次运行在这里可以看，但不能继续。',
  progress: (done: string, total: string) => `${done} / ${total}`,
  progressLabel: '本阶段的进度',
  pending: '改动的设置从下一阶段起生效。',
  machine: '机器',
  recordedOn: '录制于',
  adapter: 'GPU',
  software: '软件适配器：有 GPU 会快得多',
  memory: '显存',
  tokens: '词元/秒',
  rollouts: '回答/秒',
  none: '–',
} as const;

export const compare = {
  identical: (events: string) => `两次运行的事件日志逐字节相同（${events} 个事件）。`,
  prefix: (events: string) => `两份事件日志在共有的 ${events} 个事件上一致。`,
  differs: (index: string, stage: string, epoch: string) =>
    `两份事件日志从第 ${index} 个事件起不同（${stage}，第 ${epoch} 轮）。`,
} as const;

/** The end of a run whose last epoch is over. */
