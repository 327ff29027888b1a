/** @file Words of the theory part. */
export const theory = {
  empty: '正在画图。',
  proposition: {
    title: '命题 1：为什么是一半',
    statement:
      '智能体从 g = (r − b)∇log π 学习，奖励 r ∈ {0, 1}，成功率为 p，基线 b = p。它的期望范数平方介于 p(1 − p) 的两个倍数之间：在 p = ½ 处最大，在 0 和 1 处为零。',
    tex: 'C_{\\min}\\,p(1-p)\\;\\le\\;\\mathbb{E}\\,\\lVert g\\rVert^2\\;\\le\\;C_{\\max}\\,p(1-p)',
    grpo: 'GRPO 除以组的标准差，于是因子 p(1 − p) 又被消去。剩下的是一组 G 个采样回答有对有错的概率：',
    mixedTex: 'P(\\text{有对有错}) = 1 - p^{G} - (1-p)^{G}',
    consequence:
      '它在中间几乎是平的：除以 σ 之后，p = 0.2 的任务教会的几乎与 ½ 处一样多，只有总是成功或从不成功的任务什么也教不会。',
    groupSize: '组大小',
    p: '成功率',
    values: {
      centred: '优势平方的平均，r − μ',
      scaled: '同上，再除以 σ²',
      mixed: 'P(有对有错的组)',
    },
    measure: {
      title: '在打开的运行上测量',
      about:
        '运行中的智能体就以现在的样子去做各级任务；每个采样回答的梯度用学习率 0 计算，所以什么也不会动。之后运行照常继续，就像没有测过一样。',
      tasks: '每级任务数',
      rollouts: '每个任务的回答数',
      start: '测量',
      stop: '停止',
      waiting: '等待当前阶段结束。',
      progress: (done: string, total: string) => `第 ${done} 个任务，共 ${total} 个`,
      progressLabel: '已测的任务',
      none: '测量需要一次打开的运行：这个页面没有，因为没有载入模型。',
      found: (points: string, mixed: string, epoch: string) =>
        `第 ${epoch} 轮之后测了 ${points} 个任务；其中 ${mixed} 个有对有错。`,
      few: '没有训练过的智能体在多数任务上总是失败。请先跑几轮再测：点就会散开。',
    },
  },
  theorem: {
    title: '定理 1：公平的判断需要多少采样回答',
    statement:
      '环境模型因成功率为 α 的任务得奖，但只看到 n 个采样回答的估计 p̂。两批任务的真实成功率为 p₁ 和 p₂；距离 Δᵢ = |pᵢ − α|，前者更近，Δ₁ < Δ₂。它的奖励并不更高的概率随 n 指数下降：',
    tex: '\\Pr\\bigl(R_{\\mathrm{env}}(\\hat p_1) \\le R_{\\mathrm{env}}(\\hat p_2)\\bigr)\\;\\le\\;4\\exp\\!\\Bigl(-\\tfrac{2}{9}(\\Delta_2-\\Delta_1)^2 n\\Bigr),\\qquad R_{\\mathrm{env}}(\\hat p)=e^{-\\beta(\\hat p-\\alpha)^2}',
    loose: '这个上界很松：常常大于 1，也就没有信息，而精确的概率已经很小。',
    sliders: {
      n: '每批的采样回答数',
      alpha: '目标成功率',
      beta: '课程的尖锐度',
      p1: '一批的真实成功率',
      p2: '另一批的真实成功率',
    },
    values: {
      exact: '排错名次的精确概率',
      bound: '上界',
      rewards: 'p₁ 和 p₂ 处的 R_env',
    },
    vacuous: '什么也没说',
    equal: (distance: string) => `两批离 α 都是 ${distance}：没有哪一批更好，定理什么也没说。请移动其中一个。`,
  },
} as const;
