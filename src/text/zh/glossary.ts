/** @file The glossary: what a term means here, in two sentences at most. */
export const glossary = {
  'success-rate': {
    term: 'p̂，成功率',
    meaning:
      '智能体对一个任务的回答中正确的比例：n 个里有 k 个，说明这个任务对现在的智能体有多难。写成符号时是 0 到 1 之间的数，与 α、k_min、R_env 一样；用文字说的成功率用百分数。',
  },
  grpo: {
    term: 'GRPO',
    meaning: '组相对策略优化：智能体就这样学习。比同一任务的其他回答更好的变得更可能，更差的变得更不可能。',
  },
  rwr: {
    term: 'RWR，奖励加权回归',
    meaning: '环境模型就这样学习：它模仿自己写的任务，奖励越高的模仿得越多。',
  },
  kl: {
    term: 'KL 散度',
    meaning: '一个模型离它的起点有多远，单位是纳特：两者给每段文本的概率都相同时为 0。',
  },
  cap: {
    term: 'KL 上限',
    meaning: '环境模型的步最多可以到达的散度；到了那里怎么办是一个设置。',
  },
  'k-min': {
    term: 'k_min',
    meaning: '区间宽度的一半：|p̂ − α| ≤ k_min 的任务通过过滤器。',
  },
  alpha: {
    term: 'α，目标',
    meaning: '使环境模型得到最多奖励的成功率；论文取 ½。可以用一个设置让它随智能体的成功而下调。',
  },
  lambda: {
    term: 'λ',
    meaning: '环境模型偏向较好任务的程度：一个任务的权重是 exp(λ·R_env)。',
  },
  'environment-reward': {
    term: 'R_env',
    meaning: '环境模型因一个任务得到的奖励：exp(−β(p̂ − α)²)，智能体的成功率为 α 时最大。有些实验组用别的论文的奖励。',
  },
  'held-out': {
    term: '留出任务',
    meaning: '没有任何模型训练过的固定任务。无论环境模型出什么题，它们都能说明智能体学会了什么。',
  },
  band: {
    term: '区间',
    meaning: '过滤器放行的成功率：在 α − k_min 与 α + k_min 之间。只有这样的任务能教环境模型。',
  },
  entropy: {
    term: '熵',
    meaning: '智能体对下一个词元有多不确定，单位是纳特：总写同一个词元时为 0。',
  },
  'train-pool': { term: 'D_train', meaning: '全部有效轨迹的数据池：任务和格式正确的回答。' },
  'environment-pool': { term: 'D_env', meaning: '通过过滤器的任务的数据池；环境模型从其中最新的学习。' },
  advantage: {
    term: '优势',
    meaning: '一个回答比同组的平均好多少。同组的回答一样好时都为 0，智能体就学不到什么。',
  },
  mixed: {
    term: '有对有错的组',
    meaning: '对一个任务的回答，奖励不都相同，例如有的对、有的错。只有这样的组才有优势。',
  },
  level: {
    term: '级别',
    meaning: '一个任务要做几步：在家务里就是目标的个数。1 级最容易。',
  },
  anchor: {
    term: '种子锚点',
    meaning: '每个任务的开头是随机抽取的，环境模型写其余部分：它不能选择丢掉某一类目标。',
  },
  epoch: {
    term: '轮',
    meaning: '循环走一圈：写任务、回答、打分、过滤，然后两个模型学习。',
  },
  flop: {
    term: '浮点运算（FLOP）',
    meaning: '一次浮点运算，按所算张量的形状来数。1 GFLOP 是十亿次。',
  },
  loss: {
    term: '损失',
    meaning: '优化器沿着它的梯度走。在策略梯度方法里，它的值说明不了什么，要紧的是梯度。',
  },
};
