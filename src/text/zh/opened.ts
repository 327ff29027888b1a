/** @file The words of what can be opened: tokens and their colours, rewards, held-out answers. */

const token = {
  title: '词元',
  id: 'id',
  probability: '采样时的概率',
  logprob: '对数概率',
  nats: '纳特',
  writer: '由谁写出',
  observation: '这个词元由模拟器写出，所以没有损失。',
  close: '关闭',
  /** @param kind empty where its colour says nothing of the update */
  open: (token: string, kind: string) => `词元 ${token}${kind && `，${kind}`}：显示它的数字`,
  kinds: { reinforced: '被加强', suppressed: '被抑制' },
  before: '更新之前',
  after: '更新之后',
  initial: '起初（π₀）',
  entropy: '该位置的熵',
  probabilities: '概率',
  sampled: '采样时',
  alternatives: (weights: string) => `其他可能的词元，${weights}`,
  asking: '正在询问权重……',
  noWeights:
    '这次运行的权重没有在这里打开：录像没有权重。此处还可能写什么、更新之后的概率是多少，都要用你自己运行的权重来算。',
  notYet: '这一轮的更新还没有发生。',
  notKept: '那时的权重已不再保留。',
  part: {
    title: '它在智能体更新中的作用',
    reinforced: (push: string) => `被加强：每单位学习率，梯度下降把它的 logit 推高 ${push}。`,
    suppressed: (push: string) => `被抑制：每单位学习率，梯度下降把它的 logit 推低 ${push}。`,
    none: '既没有加强也没有抑制：它的优势是 0。',
    sure: '模型越有把握，推力越弱：它等于 w · ∂S/∂log π · (1 − π)/τ。',
    planned: '更新还没有发生：按现在的设置，更新将会这样做。',
    unlearned: '更新不从这个回答学习。',
    unknown: '日志没有说明这次更新。',
    step: (step: string, steps: string) => `第 ${step} 步，共 ${steps} 步`,
    ratioKnown: 'ρ = 1：这是采样后的第一步，用的就是采样时的权重。',
    ratioUnknown: '日志不含单个词元的比率。这里用采样时的值 ρ = 1 代替。',
    ratioOfStep: (mean: string, clipped: string) => `这一步的平均比率为 ${mean}，${clipped} 的词元在裁剪范围之外。`,
    ratioAfter: (ratio: string) => `整个更新之后，这个词元的 π/π_old 为 ${ratio}。`,
    needsWeights: '字母代表只有权重才知道的数。',
    exact: '这里的散度在整个词表上精确计算：单个词元没有自己的数值。',
    symbols: {
      w: '这个回答的一个词元在该步平均中的权重',
      ρ: 'π/π_old，裁剪到 [1 − ε, 1 + ε]',
      A: '这个回答在组内的优势',
      D: '在这个词元处与 π₀ 的散度的估计，乘以 κ',
      H: '该位置的熵，乘以 η',
    },
  },
} as const;

/** The meanings of the tokens' colours. */
const colouring = {
  label: '词元颜色',
  names: { update: '更新', probability: '概率', entropy: '熵' },
  updateKey: '颜色越深，在梯度中的作用越大',
  keys: {
    probability: { low: '有把握', high: '意外' },
    entropy: { low: '已确定', high: '不确定' },
  },
  noUpdate: '日志没有说明这一轮的更新。',
  noWeights: '熵要用打开的运行的权重来算；录像没有权重。',
  onlyTask: '熵只对一个任务的回答计算：请打开一个任务。',
  asking: '正在询问权重……',
} as const;

const rewards = {
  title: '这一轮的奖励：点一根柱子，打开它的回答',
  axis: '奖励',
  bin: (low: string, high: string, rollouts: string) => `奖励 ${low} 至 ${high}：${rollouts} 个回答`,
  opened: (rollouts: string, low: string, high: string) => `奖励在 ${low} 至 ${high} 的 ${rollouts} 个回答`,
  back: '回到任务',
} as const;

/** The same held-out prompts across epochs. */
const answers = {
  title: '同样的留出题目，一轮又一轮',
  about: '每一级取一道没有模型训练过的题，每次评测都用同样的随机数来回答：差别只来自权重。',
  none: '这次运行的日志没有留出题的回答；若有评测结果，就在曲线里。新的运行会保留回答。',
  waiting: '第一次评测还没有发生。',
  prompt: (level: string) => `级别 ${level}`,
  right: '正确',
  wrong: '错误',
  epoch: (epoch: string) => `第 ${epoch} 轮`,
  matrix: '行是各级的题目，列是各轮的评测',
  choose: (level: string, right: string, all: string) => `级别 ${level}：${all} 次评测中 ${right} 次正确`,
  answer: (epoch: string) => `第 ${epoch} 轮的回答`,
} as const;

const logged = {
  prompts: '提示词',
  answers: '采样回答',
  unknown: '日志里没有',
  noPrompt: '日志里没有提示词。',
  noLogprobs: '日志里没有这些词元的概率。',
  empty: '（空）',
  observation: '模型读到的，不是它写的',
} as const;

/** The handles of R_env's curve. */
const curve = {
  label: '曲线上的手柄',
  handle: (setting: string) => `${setting}（在曲线上）`,
  value: (symbol: string, value: string) => `${symbol} = ${value}`,
  inEpoch: (value: string, alpha: string) => `${value}（这一轮为 ${alpha}）`,
} as const;

/** The levels that a run starts from, drawn. */
const startLevels = {
  title: '画出起始难度',
  lead: '在柱子上拖动，或用方向键移动一根：下一次运行开始时，环境写各级任务的多少。第一轮之前它会先学会这个分布。',
  level: (level: string) => `级别 ${level}`,
  both: (asked: string, written: string) => `要求 ${asked}，写出 ${written}`,
  asked: '要求的',
  after: '学过之后写出的',
  before: '原来写出的',
  counted: (valid: string, texts: string) => `第一轮之前数了 ${texts} 段文本，其中 ${valid} 段是有效任务。`,
  begin: '由此开始运行',
  reset: '保持原样',
  idle: '这个实验组的环境不写任务，没有起点可画。',
} as const;

export const opened = { curve, startLevels, logged, token, colouring, rewards, answers } as const;
