/** @file Why defaults differ from the paper’s values or its code’s: a sentence for each setting. */
import type { Departure } from '../../genenv/settings/departures.ts';

export const departures: Readonly<Record<Departure, string>> = {
  epochs: '这里的智能体起初只能做对 2% 到 10% 的任务，需要许多轮；论文的模型起点为 7% 或更高。',
  tasksPerEpoch: '短的轮次可以逐轮观看；180 轮共 2,880 个任务，论文的 10 轮共 640 个。',
  taskContext: '随页面附带的环境模型学的是续写种子，没有学过读一个带答案的任务。',
  variations: '这里同一上下文的各个变体长短不一，合在一起的 p̂ 几乎不能说明其中任何一个。',
  beta: 'β 为 2 时，奖励在过滤区间内几乎是平的：区间边缘（k_min 为 .26）的任务权重只比 ½ 处低 12%；β 为 8 时低 34%。',
  kMin: '每个任务 8 个回答时，.1 只让 8 个回答中恰有 4 个正确的任务通过：真实成功率为 ½ 的任务只有 27% 的机会通过；.26 时 2 到 6 个正确的都能通过，机会为 93%。',
  successScope: '每个上下文只有一个变体，所以每个任务按它自己的回答评判。',
  agentLearningRate: '23K 参数的模型比 7B 参数的模型需要更大的步长。',
  agentKlWeight: '步长较大时，它让智能体保持训练前已掌握的回答格式。',
  agentKlEstimator: '代码中的 k3 只在采样后的第一步无偏；之后少数词元可能压过其余全部。ρ·k3 在每一步都无偏。',
  entropyWeight: '可选的词很少，智能体会过早地为一个动词认定一个设施；这一奖励让其他选择仍有机会。',
  minibatches: '128 个回答分两步，每步 64 个；论文的代码是 512 个分四步，每步 128 个。',
  environmentLearningRate: '23K 参数的模型比 7B 参数的模型需要更大的步长。',
  environmentMaxPairs: '每轮 16 个任务而不是 64 个，可学的文本较少。',
  basePool: '这里的世界比论文的基准小。',
  staticPool: '与基础任务一样多，使这一组两种任务数量相同。',
  offlinePool: '基础任务的两倍，正如论文的 957 约为 544 的两倍。',
  evalTemperature: '采样的回答能说明一个任务有多大机会做对；贪心的回答只能说明做没做对。',
};
