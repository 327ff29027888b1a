/** @file The words of the settings panel around the settings themselves. */
export const settings = {
  title: '设置',
  groups: {
    run: '运行',
    models: '模型',
    tasks: '任务与采样',
    curriculum: '课程与过滤器',
    agent: '智能体的更新（GRPO）',
    environment: '环境模型的更新（RWR）',
    pools: '数据池',
    evaluation: '评测',
  },
  origins: { paper: '论文', code: '代码', open: '未定' },
  originHints: {
    paper: '这个值由论文规定。',
    code: '论文没有说；其公开代码用这个值。',
    open: '论文和代码都没有规定：由我们选定。',
  },
  published: (hint: string, value: string) => `${hint}他们的值：${value}。`,
  default: (value: string) => `默认 ${value}`,
  isDefault: '默认',
  restore: (name: string) => `${name}：恢复默认值`,
  pending: '从下一阶段起',
  nextRun: '按“重来”后生效：一次新的运行',
  range: (min: string, max: string) => `${min} 至 ${max}`,
  on: '开',
  off: '关',
} as const;
