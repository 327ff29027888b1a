/** @file The words of the loop: stages, tasks, rollouts, tokens, the filter and the updates. */
import type { CapAction, TaskSource, TaskVerdict } from '../../genenv/log/events.ts';
import type { EpochStage } from '../../genenv/epoch-stages.ts';

/** The name of a stage, the sentence while it runs, and its meaning. */
export const stages: Record<EpochStage, { name: string; doing: string; meaning: string }> = {
  'tasks-written': {
    name: '写任务',
    doing: '环境模型正在写任务',
    meaning: '环境模型逐个词元写任务。它会得知智能体近来的成功率（分五档）；有种子锚点时，还会得到每个任务的开头。',
  },
  'rolled-out': {
    name: '采样回答',
    doing: '智能体正在做任务',
    meaning: '智能体对它所做的每个任务采样一组回答。',
  },
  scored: {
    name: '打分',
    doing: '正在给回答打分',
    meaning: '由程序检查每个回答：奖励、每个任务的成功率 p̂、环境奖励。',
  },
  filtered: {
    name: '过滤',
    doing: '正在按难度过滤任务',
    meaning: 'p̂ 落在区间之外的任务不参与环境模型的更新。',
  },
  'agent-updated': {
    name: '更新智能体',
    doing: '智能体正在从它的采样回答中学习',
    meaning: 'GRPO：使比同组平均更好的回答更可能。',
  },
  'environment-updated': {
    name: '更新环境模型',
    doing: '环境模型正在从留下的任务中学习',
    meaning: '奖励加权回归：使通过过滤器的任务更可能。',
  },
  'pools-updated': {
    name: '更新数据池',
    doing: '正在把轨迹和任务放进数据池',
    meaning: '每条有效轨迹都放进 D_train，留下的任务放进 D_env。',
  },
  'epoch-ended': {
    name: '一轮结束',
    doing: '正在测量这一轮',
    meaning: '存下这一轮。每隔几轮，智能体先做没有任何模型训练过的留出任务。',
  },
};

export const verdicts: Record<TaskVerdict, string> = {
  valid: '有效',
  unparseable: '不是任务',
  unsolvable: '无解',
  trivial: '过于简单',
  ambiguous: '有歧义',
};

export const sources: Record<TaskSource, string> = {
  environment: '环境模型所写',
  base: '基础数据',
  example: '基础数据，环境的范例',
  static: '静态变体',
  offline: '离线教师',
  replay: '从 D_train 重放',
  imported: '来自导入的日志',
};

export const capActions: Record<CapAction, string> = {
  none: '–',
  stop: '已停止',
  'scale-back': '已缩小',
  'roll-back': '已撤回',
  'kl-only': '只降 KL',
};

export const loop = {
  environment: { title: '环境模型写任务' },
  agent: { title: '智能体做任务' },
  waiting: {
    rollouts: '智能体还没有做这些任务。',
    filter: '过滤器还没有看这些任务。',
    unused: '这一轮没有做。',
  },
  epoch: (epoch: string) => `第 ${epoch} 轮`,
  task: (index: string) => `任务 ${index}`,
  level: (level: string) => `级别 ${level}`,
  levelShort: (level: string) => `L${level}`,
  readByEnvironment: '环境模型读到的',
  readByAgent: '智能体读到的',
  unread: '这段文本不是任务，所以智能体看不到它。',
  taskText: '任务文本',
  parsed: '按任务读出',
  writtenKey: {
    right: '环境写的答案键：正确',
    wrong: '环境写的答案键：错误',
    unchecked: '环境写的答案键：无法核对',
  },
  oracle: '判定程序的答案',
  shortest: (tokens: string) => `最短答案 ${tokens} 个词元`,
  solved: (k: string, n: string) => `${n} 个回答中 ${k} 个正确`,
  agreed: (k: string, n: string) => `${n} 个回答中 ${k} 个与环境写的答案键一致`,
  agrees: '与环境写的答案键一致',
  differs: '与环境写的答案键不同',
  reward: '奖励',
  advantage: '组内优势',
  success: '成功',
  failure: '失败',
  rollout: (index: string) => `回答 ${index}`,
  finishLength: '达到长度上限被截断',
  validShare: (valid: string, all: string) => `${all} 段中 ${valid} 段有效`,
  changed: (changes: string) => `这一轮里改变了：${changes}。`,
  change: (name: string, value: string) => `${name} → ${value}`,
} as const;

export const filter = {
  kept: '留下',
  leftOut: '去掉',
  scope: 'p̂ = k/n',
  reward: 'R_env',
  weight: '权重 e^(λ·R_env)',
  relative: (times: string) => `均值的 ${times} 倍`,
} as const;

export const updates = {
  agent: '智能体的更新（GRPO）',
  environment: '环境模型的更新（RWR）',
  groups: { mixed: '有对有错', solved: '全对', unsolved: '全错' },
  groupsLabel: '采样回答的组',
  groupsHint: '只有有对有错的组才有不为零的优势。',
  step: '步',
  loss: '损失',
  gradNorm: '‖梯度‖',
  klPerToken: 'KL/词元',
  klPerSequence: 'KL/序列',
  entropy: '熵',
  clip: '被裁剪',
  cap: '上限',
  ratio: '平均 ρ',
  notLogged: '没有记录',
  lossNote:
    '损失本身说明不了什么。采样后的第一步里，每个比率 ρ 都是 1，一组的优势之和为 0，所以除了长度不等、KL 和熵带来的部分，整组的损失为 0；它的梯度不是 0。在后面的步里比率已经变动：请看它们的平均。一步里可能只含组的一部分。',
  oldTraces: (traces: string, entries: string, moved: Record<'clip' | 'ratio' | 'kl' | 'sample', string>) =>
    `这些步里还有 D_train 中 ${entries} 个条目的 ${traces} 条旧轨迹。第一步之前，${moved.clip} 的词元在裁剪范围之外；平均 ρ 为 ${moved.ratio}（没有变动时为 1），与写下它们的智能体的 KL 为每词元 ${moved.kl} 纳特，有效样本量为 ${moved.sample}。`,
  /** @param cap null where it is off */
  environmentSummary: (pairs: string, kl: string, cap: string | null) =>
    `${pairs} 对；与初始环境模型相距每序列 ${kl} 纳特（${cap === null ? 'KL 上限已关闭' : `KL 上限：${cap}`}）`,
  pending: '这一轮还没有。',
  pools: '数据池',
  train: 'D_train',
  environmentPool: 'D_env',
  added: {
    train: (added: string, size: string) => `+${added}，现有 ${size} 条轨迹`,
    environment: (added: string, size: string) => `+${added}，现有 ${size} 个任务`,
  },
  invalid: (traces: string) => `去掉了 ${traces} 条无效轨迹`,
} as const;
