/** @file The words of the run page's charts. */
export const charts = {
  label: '本次运行的曲线',
  thisRun: '本次运行',
  axis: '横轴',
  empty: '第一轮结束后才有曲线。',
  values: '数值',
  logarithmic: '对数坐标：否则一个尖峰会把曲线压平',
  training: '训练',
  heldOut: '留出集',
  band: '区间 α ± k_min',
  heldOutAlone: '留出集成功率',
  mixedAlone: '有对有错的组所占比例',
  samples: (samples: string) => `avg@${samples}`,
  success: {
    title: '成功率 p̂ 与目标区间',
    about: '每轮任务上，智能体的采样回答中成功的比例。曲线在区间内时，难度正合适。',
    y: 'p̂（训练）',
  },
  heldOutSuccess: {
    title: '留出集与训练的成功率',
    about: '训练任务由环境模型挑选；各级别的留出任务则始终不变。只有留出集曲线能说明学习。',
    y: '成功率',
  },
  byLevel: {
    title: '留出集上各级别的成功率',
    about: '各级别随轮数的变化。某一级被遗忘时会出现一条暗带，平均值看不出来。',
    y: '级别',
    legend: '成功率',
  },
  byFamily: {
    heldOut: {
      title: '留出集上各任务族的成功率',
      about: '每个任务族对其各级别取平均。若一族变差而其他族变好，它就是受了其他族的干扰。',
      y: '成功率',
    },
    training: {
      title: '各任务族的成功率 p̂',
      about: '本轮任务上，智能体的采样回答中成功的比例，每个任务族分开计算。',
      y: 'p̂（训练）',
    },
    recent: {
      title: '各任务族近期的成功率',
      about: 'p̂ 的指数滑动平均；环境模型写某一族的任务之前会被告知它落在哪个五分之一段。',
      y: '近期成功率',
    },
  },
  levels: {
    title: '任务的平均级别',
    about: '课程：先变容易，再变难。',
    y: '级别',
  },
  environmentReward: {
    title: '环境奖励 R_env',
    about: 'exp(−β(p̂ − α)²)，对智能体做过的任务取平均；用别的论文的奖励的实验组除外。',
    y: 'R_env',
  },
  reward: { title: '智能体的奖励', about: '对本轮的采样回答取平均。', y: '奖励' },
  agentKl: {
    title: '智能体：与初始模型的 KL 散度',
    about: '在智能体的采样回答上，对整个词表精确计算；取本轮各优化步的平均。',
    y: '纳特 / 词元',
  },
  environmentKl: {
    title: '环境模型：与初始模型的 KL 散度',
    about:
      '最后一步之后每段文本的平均值，文本是该步惩罚项所含的那些；KL 上限看的也是同样文本上的同一个平均值。若一轮里没有更新步，则用刚写出的文本。',
    y: '纳特 / 序列',
  },
  loss: {
    title: '智能体的损失与梯度范数',
    about: '一组的优势之和为 0，所以比率接近 1 时损失接近 0；梯度却不是 0。',
    y: '各步平均',
  },
  oldTraces: {
    title: '旧轨迹：智能体已变动多远',
    about:
      '从 D_train 抽出的轨迹，在更新之前：裁剪范围之外的词元的比例，以及有效样本量占轨迹数的比例。有效的轨迹少时，旧回答几乎没有帮助，甚至会误导。',
    y: '比例',
  },
  keys: {
    title: '环境写的答案键',
    about:
      '判定程序的审核：答案键错误的任务所占的比例，以及在答案键错误和正确时，智能体的回答与它相同的频率。被答中一半的错误答案键，与好任务的报酬一样多。',
    y: '比例',
  },
  lengths: { title: '回答与任务的长度', about: '平均词元数。', y: '词元' },
  diversity: {
    title: '不同的任务与目标',
    about: '最近十轮做过的任务中：有多少段不同的文本，其中要求的不同目标有多少。',
    y: '个数',
  },
  pools: { title: '数据池大小', about: 'D_train 中的轨迹数和 D_env 中的任务数。', y: '条目' },
  groups: {
    title: '有学习信号的组',
    about: '采样回答的组分为有对有错、全对、全错；只有有对有错的组能教会智能体。',
    y: '组的比例',
  },
  validity: {
    title: '写出文本的有效性',
    about: '文本中是任务的比例，以及其余文本为什么不是任务。',
    y: '文本的比例',
  },
  series: {
    response: '回答',
    task: '任务',
    windowTasks: '任务',
    windowGoals: '目标',
    train: 'D_train',
    environment: 'D_env',
    wrongKeys: '错误的答案键',
    byWrongKeys: 'p̂（答案键错误）',
    byRightKeys: 'p̂（答案键正确）',
    clipped: '被裁剪',
    sampleSize: '样本量',
    loss: '损失',
    gradNorm: '梯度范数',
    successRate: 'p̂',
  },
} as const;
