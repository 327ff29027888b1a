/** @file The words of the picture of the loop: its parts, its wires, its curves, and the panels beside them. */

export const panels = {
  label: '在图旁打开',
  circuit: '循环图',
  tasks: '任务',
  answers: '留出题的回答',
  updates: '更新',
  curves: '实验室',
} as const;

export const circuit = {
  label: '循环图',
  /** The picture in words, for those who do not see it. */
  picture:
    '环境模型写任务；智能体对每个任务回答若干次；程序给回答打分；成功率 p̂ 落在区间内的任务通过回归返回环境模型，有对有错的回答组通过 GRPO 返回智能体。',
  /** What is opened by pointing at a part of it. */
  opens: {
    answers: '打开留出题的回答',
    updates: '打开本轮的更新与数据池',
  },
  /** A stage, before its meaning. */
  named: (stage: string) => `${stage}。`,
  environment: { title: '环境模型', role: '写任务' },
  agent: { title: '智能体', role: '做任务' },
  parameters: '参数',
  usable: '可用文本',
  told: '获知的智能体成功率',
  reward: '平均 R_env',
  level: '平均级别',
  solved: '正确回答',
  divergence: '与初始的 KL',
  ofCap: (value: string, cap: string) => `${value} / ${cap}`,
  perToken: (value: string) => `${value}/词元`,
  entropy: '熵',
  nats: (value: string) => `${value} 纳特`,
  heldOut: '留出集',
  notLearning: '不学习',
  of: (part: string, all: string) => `${part} / ${all}`,
  ofEpoch: (value: string, epoch: string) => `${value}（第 ${epoch} 轮）`,
  unknown: '–',
  knownAfter: (stage: string) => `“${stage}”阶段之后才知道。`,
  noneInEpoch: '这一轮没有这个数。',
  tasks: {
    title: (tasks: string) => `${tasks} 个任务，由易到难`,
    titleShort: (tasks: string) => `${tasks} 个任务`,
    rollouts: (rollouts: string) => `× ${rollouts} 个回答`,
    rolloutsShort: (rollouts: string) => `× ${rollouts}`,
    rate: 'p̂',
    more: (tasks: string) => `还有 ${tasks} 个`,
    none: '这一轮没有可做的任务。',
    row: (task: string, level: string, solved: string, verdict: string) =>
      `${task}${level}${solved && `，${solved}`}${verdict}`,
    level: (level: string) => `，级别 ${level}`,
    kept: '，在区间内',
    open: '打开任务和它的采样回答',
  },
  filter: {
    title: 'R_env(p̂) 与过滤器',
    titleAt: (alpha: string) => `R_env(p̂) 与过滤器，α = ${alpha}`,
    weight: (times: string) => `×${times}`,
    description: (low: string, high: string, inside: string) =>
      `环境奖励随成功率 p̂ 的变化，区间从 ${low} 到 ${high}。${inside}`,
    inside: (kept: string, all: string) => `${all} 个任务中有 ${kept} 个落在其中。`,
  },
  wires: {
    writes: '写',
    attempts: '做',
    answers: '回答',
    judges: '奖励 → p̂',
    regression: 'RWR',
    policyGradient: 'GRPO',
    tasks: (count: number) => `${count} 个任务`,
    pairs: (count: number) => `${count} 对`,
    groups: (count: number) => `${count} 个有对有错的组`,
  },
  pools: {
    train: { title: 'D_train', entries: (count: string) => `${count} 条轨迹` },
    environment: { title: 'D_env', entries: (count: string) => `${count} 个任务` },
  },
  legend: {
    solved: '正确',
    failed: '错误',
    band: '在区间内',
  },
  curves: {
    label: '三条主要曲线',
    success: {
      title: '难度合适吗？',
      short: '难度',
      about: '各轮任务上的成功率，以及过滤器的区间。',
    },
    heldOut: {
      title: '智能体学到东西了吗？',
      short: '学习',
      about: '固定的留出任务上的成功率，与训练成功率对照。',
    },
    levels: {
      title: '它会做什么？',
      short: '级别',
      about: '留出集上各级别的成功率：越亮，做对得越多。',
    },
    value: (name: string, value: string) => `${name} ${value}`,
    inWords: (title: string, values: string, epoch: string) => `${title}第 ${epoch} 轮：${values}。`,
    solvedLevels: (solved: string, all: string) => `${solved} / ${all} 级不低于 50%`,
  },
  first: '还什么都没有发生。按“播放”，或一次走一个阶段。',
} as const;
