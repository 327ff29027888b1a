/** @file Words of the settings, and what is wrong with settings or with a link to them. */
import { tasksProblemText } from '../../tasks/given/problems.zh.ts';
import { worldProblemText } from '../../tasks/worlds/problems.zh.ts';
import type { ArmName, SettingName, SettingProblem } from '../../genenv/settings/settings.ts';
import type { LinkProblem } from '../link-problem.ts';
import type { AllSettingWords } from '../setting-words.ts';
import { armWords } from './arms.ts';

const ofArms = (word: 'title' | 'meaning') =>
  Object.fromEntries(Object.entries(armWords).map(([arm, words]) => [arm, words[word]])) as Readonly<
    Record<ArmName, string>
  >;

/** Both players have the same settings of AdamW. */
const adam = {
  beta1: '梯度滑动平均的衰减率。',
  beta2: '梯度平方滑动平均的衰减率。',
  epsilon: '加在梯度平方的根上：取大一些，少数有信息的组就不会走满一步。',
  weightDecay: 'AdamW 的解耦权重衰减，按每单位学习率计。',
  clipNorm: '缩放梯度，使其全局范数不超过这个值；0 为不裁剪。',
};

export const settingWords: AllSettingWords = {
  preset: {
    label: '预设',
    meaning: '这些设置由哪一组值开始；它只是运行的标签。',
    choices: {
      discovery: '十个级别，起初偏难：课程必须往上爬。',
      'discovery-uniform': '十个级别，环境模型起初各级写得一样多。',
      'service-calls': '多回合的调用：哪项服务保存哪种记录，要靠奖励去发现。',
      'function-calling': '调用列表里的函数：哪个值属于哪个参数，要靠奖励去发现。',
      'wide-search': '要查好几次的问题：一种说法指的是哪种关系，要靠奖励去发现。',
      'travel-rules': '守住宿规定的旅行：哪种住处允许什么，要在预算之内靠奖励去发现。',
      'long-errands': '家里的差事，每回合一条命令：地点要从任务里读出，哪台电器做什么要靠奖励去发现。',
      'five-families': '与以上五个预设同类的任务族，由同一对模型学习：可以看出它们互相干扰多少。',
      english: '英语的函数调用，经对话模板读入：一个检查点，两个学习的低秩适配器。',
      quick: '把 discovery 缩成几个小轮，用来试试看和做测试。',
      paper: '论文的课程与批量，用于这里大小的模型：轮次更多，学习率更大。',
      'paper-large': '凡论文给出的值都用论文的，其次用其代码的：用于大型引擎上数十亿参数的模型。',
    },
  },
  arm: {
    label: '实验组',
    meaning: '这次运行是论文的哪一组实验，或与之比较的哪一种方法。',
    choices: ofArms('meaning'),
    names: ofArms('title'),
  },
  families: {
    label: '任务族',
    meaning: '任务来自哪些世界；任务上下文依次轮流取用。',
  },
  seed: {
    label: '随机种子',
    meaning: '决定运行中的每个随机数：同样的种子在同样的适配器上得到同样的运行。',
  },
  epochs: {
    label: '轮数',
    meaning: '循环走多少轮：写任务、做任务、更新两个模型。',
    unit: '轮',
  },
  whoLearns: {
    label: '谁来学习',
    meaning: '更新哪些模型。被排除的模型保持原样，日志里会写明。',
    choices: {
      both: '智能体和环境模型都学习：协同进化。',
      agent: '只有智能体学习；环境模型照旧写任务。',
      environment: '只有环境模型学习；智能体保持原样。',
      none: '都不学习：循环只做测量。',
    },
    names: { both: '都学习', agent: '只有智能体', environment: '只有环境模型', none: '都不学习' },
  },
  agentModel: {
    label: '智能体的模型',
    meaning: '做任务的模型：随页面附带的、“模型”页里的（stored:NAME 或 hf:owner/name），命令行里也可以是文件夹。',
  },
  environmentModel: {
    label: '环境模型',
    meaning: '写任务的模型：随页面附带的、“模型”页里的（stored:NAME 或 hf:owner/name），命令行里也可以是文件夹。',
  },
  teacherModel: {
    label: '教师模型',
    meaning:
      '为实验组 offline 写任务的冻结模型，命名方式与其他模型相同；其他组不需要。含 onnx/ 的文件夹由 transformers.js 运行；FOLDER/onnx/model_q4.onnx 指定其中一个计算图。',
  },
  softReward: {
    label: '自由回答的奖励',
    meaning: '训练时怎样算自由回答与参考相像。评测仍用基准的规则。',
    choices: {
      'token-f1': '两者共有的词：词元 F1，与基准的打分相同。',
      embedding: '意思：两者嵌入的余弦，为负时取 0。',
    },
    names: { 'token-f1': '词元 F1', embedding: '嵌入' },
  },
  embeddingModel: {
    label: '嵌入模型',
    meaning: '按嵌入计奖励时用：含 onnx/、能由 transformers.js 打开做特征提取的文件夹，例如 all-MiniLM-L6-v2。',
  },
  training: {
    label: '训练方式',
    meaning: '两个模型里哪些部分学习。',
    choices: {
      full: '全部权重，另有一份冻结的副本作参考：适合小模型。',
      lora: '冻结权重上的低秩适配器。智能体和环境模型若是同一个模型，就共用冻结的权重。',
    },
    names: { full: '全部权重', lora: 'LoRA' },
  },
  loraRank: {
    label: 'LoRA 的秩',
    meaning: '每个被适配矩阵的修正 B·A 的秩；只用于 LoRA。',
  },
  loraAlpha: {
    label: 'LoRA 的 alpha',
    meaning: '修正乘以 alpha / 秩；只用于 LoRA。',
  },
  loraTargets: {
    label: 'LoRA 的目标',
    meaning: '每层中被适配的矩阵，用 PEFT 里的名称；只用于 LoRA。',
  },
  basePrecision: {
    label: '冻结权重的精度',
    meaning: '冻结矩阵的数值格式；只用于 LoRA。求和、适配器和梯度都用 f32。',
    choices: {
      f16: '内存减半；权重在载入时舍入到 f16。',
      f32: '与文件中的权重相同。',
      q4: '内存约为七分之一：每个权重 4 位，每 32 个共用一个缩放系数；权重在载入时舍入。',
    },
  },
  gradientCheckpointing: {
    label: '梯度检查点',
    meaning: '更新时只保留每层的输入，用时再重算该层：省内存，费时间，结果逐位相同。',
  },
  microBatchTokens: {
    label: '微批的词元数',
    meaning: '更新时一次送过模型的词元的最大数目，梯度随后相加；0 为一次全送。',
    unit: '词元',
  },
  rolloutsPerWave: {
    label: '每批同时采样的回答数',
    meaning: '一起解码的回答的最大数目，用来限制缓存所占的内存；0 为不限。',
    unit: '个回答',
  },
  kvCachePrecision: {
    label: '缓存精度',
    meaning: '采样时保留的键和值的数值格式。',
    choices: {
      f32: '与计算结果相同。',
      f16: '内存减半；键和值舍入到 f16。',
    },
  },
  tasksPerEpoch: {
    label: '每轮任务数',
    meaning: '智能体在一轮里做的有效任务数。',
    unit: '个任务',
  },
  taskContext: {
    label: '上下文的内容',
    meaning:
      '环境模型从什么写出任务。基础样本是基础数据中的一个任务；它与它的变体在同一个任务批中一起做，实验组 static 中也一样，每个样本有 staticPool / basePool 个变体。实验组 offline 的教师模型只读种子。',
    choices: {
      seed: '由真实生成器抽取的开头。',
      'base-seed': '一个基础样本的开头；各个变体的其余部分不同。',
      'base-sample': '一个基础样本的文本和答案，再接它的开头（论文）。',
    },
    names: { seed: '种子', 'base-seed': '基础样本的开头', 'base-sample': '基础样本' },
  },
  variations: {
    label: '每个上下文的变体数',
    meaning: '由一个上下文写出的任务文本数；它们合成一个任务批，有基础样本时也包括它。',
    unit: '段文本',
  },
  groupSize: {
    label: '组大小',
    meaning: '每个任务的采样回答数：优势在这一组内归一化。',
    unit: '个回答',
  },
  overSampling: {
    label: '过采样',
    meaning: '每需要一个任务，环境模型写多少段文本，因为有些不是有效的任务。',
    unit: '×',
  },
  maxDraws: {
    label: '每轮出题次数',
    meaning: '为凑够有效任务，环境模型至多写几次文本；仍不够时，这一轮就用较少的任务继续。',
    unit: '次',
  },
  answerKey: {
    label: '答案键由谁给出',
    meaning:
      '在只有一个正确答案的任务族里，智能体的回答与什么相比。可以由判定程序给出；也可以由环境在任务之后写出，判定程序只作审核。环境模型必须学过写答案键。',
    choices: {
      oracle: '判定程序：答案键从不出错。',
      written: '环境随任务一起写（论文允许）。可能是错的。',
      checked: '由环境写；判定程序认为答案键错误的，不算任务。',
    },
    names: { oracle: '判定程序', written: '环境模型', checked: '环境模型，经检查' },
  },
  keyVotes: {
    label: '须一致的答案键数',
    meaning: '环境把每个任务的答案键写这么多次；超过一半与第一个相同，任务才被使用。1：只看第一个。',
    unit: '个',
  },
  anchor: {
    label: '种子锚点',
    meaning:
      '每个任务的开头由真实生成器给出，环境模型写其余部分。关闭后，它写整个任务，需要一个学过怎样开头的模型：随页面附带的模型只学过续写，没有锚点就写不出有效的任务。',
  },
  conditioning: {
    label: '条件化',
    meaning: '把智能体近来的成功率（分五档）告诉环境模型；关闭时总说中间一档。',
  },
  recentSuccessDecay: {
    label: '近期成功率的衰减',
    meaning: '告诉环境模型的成功率是指数滑动平均，这是其中过去所占的权重。',
  },
  agentTemperature: {
    label: '智能体的温度',
    meaning: '采样智能体的回答时，logits 除以这个值；0 为贪心解码。',
  },
  environmentTemperature: {
    label: '环境模型的温度',
    meaning: '采样任务时，logits 除以这个值；0 为贪心解码。',
  },
  topK: {
    label: 'Top-k',
    meaning: '两个模型只从概率最大的 k 个词元中采样；0 为全部保留。',
    unit: '词元',
  },
  topP: {
    label: 'Top-p',
    meaning: '两个模型只从概率之和达到此值的最小词元集合中采样；1 为全部保留。',
  },
  alpha: {
    label: '目标成功率',
    meaning: '成功率为此值时，环境模型得到的奖励最多。',
  },
  alphaRule: {
    label: 'α 的规则',
    meaning: '智能体成功得更多时，目标是不变还是下调；不属于论文。',
    choices: {
      fixed: 'α 保持设定的值。',
      follows: 'α 减去 g 乘以近期成功率高出它的部分，最低 .05：智能体越成功，任务越难。',
    },
    names: { fixed: '固定', follows: '跟随智能体' },
  },
  alphaGain: {
    label: 'α 的增益',
    meaning: '目标跟随时，近期成功率每高出它一个单位，目标下调多少。',
  },
  beta: {
    label: '课程的尖锐度',
    meaning: '偏离目标时奖励下降得多快：R_env(p̂) = exp(−β(p̂ − α)²)。',
  },
  kMin: {
    label: '过滤器半宽',
    meaning: '|p̂ − α| > k_min 的任务不参与环境模型的更新。',
  },
  lambda: {
    label: '回归权重的指数',
    meaning: '文本参与回归的权重 ∝ exp(λ·R_env)。',
  },
  successScope: {
    label: 'p̂ 的范围',
    meaning: '经验成功率在哪些采样回答上计算。',
    choices: {
      task: '一个任务的回答。',
      batch: '一个上下文的所有变体的回答，也包括它的基础样本。',
      epoch: '这一轮的全部回答。',
    },
    names: { task: '一个任务', batch: '一个任务批', epoch: '一轮' },
  },
  successThreshold: {
    label: '成功阈值',
    meaning: '软奖励不低于此值就算成功；结构化的回答只有 0 或 1。',
  },
  agentLearningRate: {
    label: '智能体的学习率',
    meaning: '智能体的 AdamW 步长。',
  },
  agentBeta1: { label: '智能体的 Adam β₁', meaning: adam.beta1 },
  agentBeta2: { label: '智能体的 Adam β₂', meaning: adam.beta2 },
  agentEpsilon: { label: '智能体的 Adam ε', meaning: adam.epsilon },
  agentWeightDecay: { label: '智能体的权重衰减', meaning: adam.weightDecay },
  agentClipNorm: { label: '智能体的梯度裁剪', meaning: adam.clipNorm },
  lossVariant: {
    label: 'GRPO 变体',
    meaning: '优势怎样归一化，词元损失怎样平均。',
    choices: {
      grpo: 'TRL 的 grpo：先对词元平均，再对序列平均；σ 用 ddof 1，ε 为 1e-4。',
      dapo: 'DAPO（TRL 的 dapo）：对整批的词元平均；建议裁剪 .2/.28。',
      'token-mean': 'verl 的 token-mean：对整批的词元平均；σ 用 ddof 1，ε 为 1e-6。',
      dr_grpo: 'Dr. GRPO：不除以 σ；词元之和除以固定长度。',
    },
  },
  advantageScale: {
    label: '优势的尺度',
    meaning: '组内中心化的奖励除以什么。',
    choices: {
      variant: '由 GRPO 变体决定。',
      sample: '标准差，ddof 1。',
      population: '标准差，ddof 0（DeepSeekMath）。',
      none: '不除：r − μ。',
    },
    names: { variant: '由变体决定', sample: '样本标准差', population: '总体标准差', none: '不除' },
  },
  clipLow: {
    label: '裁剪下界',
    meaning: '比率 π/π_old 低于 1 − ε_low 后不再有收益。',
  },
  clipHigh: {
    label: '裁剪上界',
    meaning: '比率 π/π_old 高于 1 + ε_high 后不再有收益。',
  },
  dualClip: {
    label: '双重裁剪',
    meaning: '优势为负时，替代目标至少为 −c·|A|（verl 用 3）；0 为关闭。',
  },
  agentKlWeight: {
    label: '智能体的 KL 权重',
    meaning: '损失中与初始智能体的 KL 散度的权重。',
  },
  agentKlEstimator: {
    label: '智能体的 KL 估计',
    meaning: '损失怎样估计与初始智能体的 KL 散度。无论损失用哪种，曲线和日志显示的都是精确值。',
    choices: {
      'ratio-weighted': 'ρ·k3：k3 乘以比率 π/π_old，对 π_old 采样的词元无偏。',
      variant: '由 GRPO 变体决定：TRL 用 k3，verl 用截断的 k3。',
      k3: '按原文的 k3：只在采样后的第一步无偏；以后少数词元可能压过所有其他词元。',
      'k3-clamped': 'verl 的 k3：对数比率限制在 ±20 内，k3 限制在 ±10 内。',
      exact: '不估计：在每个词元处对整个词表求和。',
    },
    names: { 'ratio-weighted': 'ρ·k3', variant: '由变体决定', 'k3-clamped': '截断的 k3', exact: '精确值' },
  },
  entropyWeight: {
    label: '熵权重',
    meaning: '熵奖励项的权重。',
  },
  minibatches: {
    label: '小批数',
    meaning: '每遍采样回答分成几个优化步；回答逐个打乱后平均分配；若一步的回答会少于一组，就少分几步。',
    unit: '步',
  },
  innerEpochs: {
    label: '内层遍数',
    meaning: '同一批采样回答用几遍。',
    unit: '遍',
  },
  groupsInLoss: {
    label: '损失中的组',
    meaning: '奖励全都相同的组是否算进批里。它们没有优势，但其 KL 项和熵项能让智能体在总是失败的地方继续探索。',
    choices: {
      mixed: '只用奖励有差别的组（DAPO）。',
      all: '所有的组：损失除以整批。',
    },
    names: { mixed: '有对有错的组', all: '所有的组' },
  },
  startLevels: {
    label: '起始难度',
    meaning:
      '开始时环境应写的各级任务的权重，从 1 级起；留空则保持原样。第一轮之前，环境先学习真实生成器按这些级别写出的文本，KL 散度从那里算起。环境不写任务的实验组不受影响。',
  },
  environmentLearningRate: {
    label: '环境模型的学习率',
    meaning: '环境模型的 AdamW 步长。',
  },
  environmentBeta1: { label: '环境模型的 Adam β₁', meaning: adam.beta1 },
  environmentBeta2: { label: '环境模型的 Adam β₂', meaning: adam.beta2 },
  environmentEpsilon: { label: '环境模型的 Adam ε', meaning: adam.epsilon },
  environmentWeightDecay: { label: '环境模型的权重衰减', meaning: adam.weightDecay },
  environmentClipNorm: { label: '环境模型的梯度裁剪', meaning: adam.clipNorm },
  environmentSteps: {
    label: '回归步数',
    meaning: '环境模型每轮的优化步数。',
    unit: '步',
  },
  environmentReplayEpochs: {
    label: '回归窗口',
    meaning: '用最近几轮的 D_env 文本做回归。',
    unit: '轮',
  },
  environmentMaxPairs: {
    label: '每步的对数',
    meaning: '一个回归步里至多多少段文本；更多时随机抽取。',
    unit: '段文本',
  },
  environmentKlWeight: {
    label: '环境模型的 KL 权重',
    meaning: '回归中与初始环境模型的 KL 散度的权重。',
  },
  klOnCurrentBatch: {
    label: '当前批上的 KL',
    meaning: '惩罚项也算上刚写出的文本，即使没有一段通过过滤器；这会把环境模型拉回偏难的初始分布。',
  },
  environmentKlCap: {
    label: 'KL 上限',
    meaning:
      '每段文本与初始环境模型的平均 KL 散度的最大值，所算的文本是该步惩罚项所含的：参与回归的，开启“当前批上的 KL”时还有刚写出的。曲线显示的是最后一步之后同样文本上的同一个平均值。0 为关闭。',
    unit: '纳特',
  },
  capAction: {
    label: '达到上限时',
    meaning: '达到 KL 上限时怎么办。',
    choices: {
      stop: '这一轮不再走步。',
      'scale-back':
        '越过上限的一步减半，直到不越过；Adam 的矩退回到这步之前，然后做本轮其余各步。减半四次仍越过，就撤回这步，本轮不再走步。',
      'roll-back': '越过上限的一步连同 Adam 的矩一起撤回，本轮不再走步。',
      'kl-only': '该步只降低 KL 散度，从而退回来。',
    },
    names: { stop: '停止', 'scale-back': '缩小', 'roll-back': '撤回', 'kl-only': '只降 KL' },
  },
  baseShare: {
    label: '基础数据的比例',
    meaning: '一轮的任务中来自基础数据的比例。基础数据和历史之外的都是新任务。',
  },
  replayShare: {
    label: '历史的比例',
    meaning: '一轮的任务中从 D_train（以前各轮的有效轨迹）抽取的比例。',
  },
  replayForm: {
    label: '历史的用法',
    meaning: '智能体怎样使用从 D_train 抽取的内容。',
    choices: {
      tasks: '重新做这些任务，从新的回答中学习。',
      traces: '离策略地从旧回答中学习：比率相对于当时的智能体，和其他比率一样裁剪。',
    },
    names: { tasks: '任务', traces: '旧轨迹' },
  },
  replayChoice: {
    label: '从 D_train 的选法',
    meaning: '每要一条，先随机抽八条，再从中选。',
    choices: { uniform: '取最先抽到的：每一条的机会相同。', nearest: '取当时成功率最接近 α 的。' },
    names: { uniform: '随机', nearest: '最接近 α' },
  },
  basePool: {
    label: '基础数据',
    meaning: '基础数据集的任务数，由真实生成器给出。',
    unit: '个任务',
  },
  baseLevels: {
    label: '基础数据的级别',
    meaning: '各级别在基础数据中出现得多频繁。',
    choices: {
      uniform: '各级一样多。',
      easy: '每一级的数量是低一级的一半。',
      hard: '每一级的数量是低一级的 1.35 倍。',
    },
    names: { uniform: '一样多', easy: '偏易', hard: '偏难' },
  },
  staticPool: {
    label: '静态任务',
    meaning: '实验组 static 中环境模型在训练前一次写好的任务数（论文：连基础数据共 3,264 个）。',
    unit: '个任务',
  },
  offlinePool: {
    label: '离线任务',
    meaning: '实验组 offline 中教师模型写出并经过过滤的任务数（论文：957 和 1,777，约为基础数据的 ×2 和 ×4）。',
    unit: '个任务',
  },
  evalEvery: {
    label: '每隔几轮评测',
    meaning: '隔多少轮在从未训练过的任务上评测一次；第一轮之前和最后一轮之后也评测。',
    unit: '轮',
  },
  evalSplit: {
    label: '评测任务',
    meaning: '在哪些固定任务上测成功率；用开发集调设置，用留出集报告结果。',
    choices: {
      development: '用来选择设置。',
      'held-out': '用来报告结果。',
    },
    names: { development: '开发集', 'held-out': '留出集' },
  },
  evalTasks: {
    label: '每级任务数',
    meaning: '每个任务族的每一级有多少评测任务。',
    unit: '个任务',
  },
  evalSamples: {
    label: '每题采样次数',
    meaning: '每个评测任务的采样回答数，取平均（avg@k）。',
    unit: '个回答',
  },
  evalTemperature: {
    label: '评测温度',
    meaning: '评测时 logits 除以这个值；0 为贪心解码。',
  },
};

const labelOf = (name: SettingName | null): string => (name === null ? '' : `“${settingWords[name].label}”`);

export function settingProblemText(problem: SettingProblem): string {
  const label = labelOf(problem.name);
  switch (problem.code) {
    case 'not-a-number-in-range':
    case 'not-a-whole-number-in-range': {
      const { minimum, maximum, value, default: usual } = problem.parameters;
      const noun = problem.code === 'not-a-number-in-range' ? '数' : '整数';
      return `${label}应是 ${minimum} 至 ${maximum} 的${noun}，现在是 ${value}。默认值为 ${usual}。`;
    }
    case 'not-a-choice':
      return `${label}应是 ${problem.parameters.choices} 之一，现在是 ${problem.parameters.value}。`;
    case 'not-a-switch':
      return `${label}应是 true 或 false，现在是 ${problem.parameters.value}。`;
    case 'not-a-text':
      return `${label}应是至多 ${problem.parameters.longest} 个字符的文本，现在是 ${problem.parameters.value}。`;
    case 'not-a-list-of-names':
      return `${label}应是互不相同的名称（小写字母、数字、连字符），至少一个，现在是 ${problem.parameters.value}。`;
    case 'not-tasks':
      return tasksProblemText(problem.parameters.problem);
    case 'not-a-world':
      return worldProblemText(problem.parameters.problem);
    case 'not-a-list-of-these':
      return `${label}应从 ${problem.parameters.among} 中选互不相同的名称，至少一个，现在是 ${problem.parameters.value}。`;
    case 'not-weights':
      return `${label}应是至多 ${problem.parameters.most} 个不小于 0 的数，其中至少一个大于 0，或者留空，现在是 ${problem.parameters.value}。`;
    case 'levels-without-weight':
      return `${label}：${problem.parameters.families} 的每一级权重都是 0。请给其中一级大于 0 的权重。`;
    case 'weights-beyond-levels':
      return `${label}：给了 ${problem.parameters.weights} 个权重，但只有 ${problem.parameters.levels} 级。请去掉末尾的权重。`;
    case 'no-levels-for-base-samples':
      return `${label}：改写基础样本的环境，写出的任务级别随样本而定。请把${labelOf('taskContext')}设为 seed 或 base-seed，或不给权重。`;
    case 'shares-above-one': {
      const { baseShare, replayShare } = problem.parameters;
      return `${labelOf('baseShare')}（${baseShare}）与${labelOf('replayShare')}（${replayShare}）之和超过 1。请降低一个：其余的任务是新写的。`;
    }
    case 'no-teacher-named':
      return `实验组 ${problem.parameters.arm} 需要教师模型。请写出它的文件夹。`;
    case 'no-embedding-model-named':
      return `${labelOf('softReward')}按嵌入计算时需要嵌入模型。请在${labelOf('embeddingModel')}中写出它的文件夹。`;
    case 'no-written-keys':
      return `在 ${problem.parameters.families} 中，环境不能写答案键：那里可能有多个正确答案，或者文本是自然语言。请让判定程序给出答案键，或选择其他任务族。`;
    case 'fixed-during-a-run':
      return `${label}决定了这次运行，运行中不能改。请用它开始新的运行。`;
    case 'unknown-setting':
      return `没有名为 ${JSON.stringify(problem.parameters.setting)} 的设置。请去掉它，或检查拼写。`;
    case 'unknown-version': {
      const { version, newest } = problem.parameters;
      return `这些设置的版本是 ${version}，而本程序只能读到版本 ${newest}。请用更新的程序。`;
    }
    case 'not-settings':
      return '设置应是名称和值组成的对象。';
  }
}

/** The part of a link that could not be used. */
export function linkProblemText(problem: LinkProblem): string {
  switch (problem.code) {
    case 'link-too-long':
      return `这个链接的设置有 ${problem.length} 个字符，超过 ${problem.longest} 个。没有采用这些设置。`;
    case 'link-version':
      return (
        `这个链接的版本是 ${JSON.stringify(problem.version)}，而本程序只能读到版本 ${problem.newest}。` +
        '没有采用它的设置；请用更新的程序打开。'
      );
    case 'link-unknown-setting':
      return problem.more === 0
        ? `没有名为 ${JSON.stringify(problem.name)} 的设置。没有采用链接的这一部分。`
        : `没有名为 ${JSON.stringify(problem.name)} 的设置，链接里另外 ${problem.more} 个名称也不是设置。没有采用这些部分。`;
    case 'link-repeated-setting':
      return `${labelOf(problem.name)}在链接里出现了不止一次，没有采用。`;
    case 'link-unknown-control':
      return `没有名为 ${JSON.stringify(problem.name)} 的控件可以隐藏${problem.more === 0 ? '' : `，链接里另外 ${problem.more} 个名称也没有`}。`;
    case 'link-setting':
      return settingProblemText(problem.problem);
  }
}
