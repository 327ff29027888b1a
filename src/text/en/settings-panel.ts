/** @file The words of the settings panel around the settings themselves. */
export const settings = {
  title: 'Settings',
  groups: {
    run: 'Run',
    models: 'Models',
    tasks: 'Tasks and sampling',
    curriculum: 'Curriculum and filter',
    agent: 'Agent update (GRPO)',
    environment: 'Environment update (RWR)',
    pools: 'Pools',
    evaluation: 'Evaluation',
  },
  origins: { paper: 'paper', code: 'code', open: 'open' },
  originHints: {
    paper: 'The paper fixes this value.',
    code: 'The paper is silent; its published code has this value.',
    open: 'Paper and code leave this open: our choice.',
  },
  published: (hint: string, value: string) => `${hint} Theirs: ${value}.`,
  default: (value: string) => `default ${value}`,
  isDefault: 'default',
  restore: (name: string) => `${name}: back to the default`,
  pending: 'from the next stage on',
  nextRun: 'takes effect with Reset: a new run',
  range: (min: string, max: string) => `${min} to ${max}`,
  on: 'on',
  off: 'off',
} as const;
