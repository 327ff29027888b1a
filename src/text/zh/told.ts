/** @file The words of “What is it told?”: what contexts tell of the agent, the dial, and what it came to. */

export const told = {
  about: '写任务之前，环境模型先读一段上下文：是哪个世界、关于智能体的几件事实、任务怎样开头。',
  told: {
    title: (epoch: string) => `第 ${epoch} 轮告诉了它什么`,
    none: '还没有告诉它什么：第一轮才有第一批事实。',
    nothing: '这一轮没有告诉它什么：环境模型没有写任务。',
    success: (range: string) => `近期成功率：智能体最近做对了 ${range} 的任务。`,
    successAt: (range: string) => `近期成功率：在所告知的级别上，智能体最近做对了 ${range} 的任务。`,
    level: (level: string) => `级别：近期任务大约是 ${level} 级。`,
    levels: (least: string, most: string) => `级别：近期任务大约是 ${least} 到 ${most} 级。每段上下文说其中一个。`,
    weak: (skills: string) => `薄弱技能：智能体在这些上比平时差：${skills}。`,
    noWeak: '薄弱技能：没有告知。',
    alone: (setting: string) =>
      `关于智能体没有告诉别的。设置“${setting}”可以加上级别和薄弱技能，用于学过怎样读它们的环境模型。`,
    off: '条件化已关闭：不管智能体怎样，每段上下文说的都一样。',
    verbatim: (contexts: string) => `${contexts} 段上下文之一，环境模型读到的原样`,
  },
  dial: {
    title: '换一种说法',
    about: '只有一件事实换了说法，其余不变：权重、任务的开头、随机数都一样。差别就是这件事实的作用。',
    fact: '事实',
    facts: { success: '近期成功率', level: '级别', weak: '薄弱技能' },
    value: '您告诉它',
    level: (level: string) => `${level} 级`,
    noSkill: '无',
    weights: '权重',
    start: '第一轮之前',
    after: (epoch: string) => `第 ${epoch} 轮之后`,
    move: (texts: string) => `选择要告诉它什么：它会把 ${texts} 个文本各写两遍，一遍按原来所告知的，一遍按您所说的。`,
    asking: '当前阶段结束后，环境模型就会写。',
    recording: '旋钮需要环境模型的权重，而录像里没有。请开始自己的运行，或打开已存储的运行。',
    noGpu: '旋钮要让环境模型写任务，这需要 WebGPU，而这个浏览器没有。这里其余的内容都来自日志。',
    noRun: '旋钮需要一个已打开的运行。请开始一个，或打开已存储的运行。',
  },
  result: {
    title: (weights: string) => `它写什么（权重：${weights}）`,
    asTold: '按原来所告知的',
    otherwise: '按您所说的',
    levels: '任务的级别',
    level: '级别',
    skill: '技能',
    skills: '任务需要的技能',
    valid: (texts: string, asTold: string, otherwise: string) =>
      `各 ${texts} 个文本。有效任务：按原来所告知的 ${asTold}，按您所说的 ${otherwise}。`,
    same: (same: string, texts: string) => `逐词相同的：${texts} 个中的 ${same} 个。`,
    means: (asTold: string, otherwise: string) => `平均级别：按原来所告知的 ${asTold}，按您所说的 ${otherwise}。`,
    harder: (difference: string, low: string, high: string) =>
      `它写得更难：逐个上下文相差 ${difference} 级（95% 区间 ${low} 到 ${high}）。`,
    easier: (difference: string, low: string, high: string) =>
      `它写得更容易：逐个上下文相差 ${difference} 级（95% 区间 ${low} 到 ${high}）。`,
    neither: (difference: string, low: string, high: string) =>
      `这么少的文本看不出级别的差别：${difference}（95% 区间 ${low} 到 ${high}）。`,
  },
  curves: {
    success: {
      title: '告知它的成功率',
      about: '一轮各段上下文的平均。上下文只说它落在哪个五分之一里。',
      y: '所告知的成功率',
    },
    level: {
      title: '级别：所告知的与所做的',
      about: '上下文所告知级别的平均，旁边是所做任务级别的平均。',
      untold: '这个运行的上下文不告知级别：这是所做任务级别的平均。',
      y: '级别',
      told: '所告知的',
      attempted: '所做的',
    },
  },
} as const;
