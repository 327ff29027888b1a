/** @file The words of the run page: its controls, its status line, the comparison of two runs. */
export const players = { agent: 'Agent', environment: 'Environment', simulator: 'Simulator' } as const;

export const controls = {
  label: 'Run controls',
  run: 'Run',
  pause: 'Pause',
  pausing: 'Pausing…',
  stepStage: 'Step one stage',
  stepEpoch: 'Step one epoch',
  reset: 'Reset',
  resetHint: 'Start again with the same seed and settings. The run so far stays saved.',
  settings: 'Settings',
  theme: 'Light or dark',
  preset: 'Preset',
  runs: 'Run',
  compare: 'Compare with',
  compareNone: 'no other run',
  remove: 'Delete this run',
  runOption: (name: string, epochs: string) => `${name} · ${epochs} ep.`,
} as const;

export const status = {
  opening: 'Starting the workers.',
  loading: 'Loading both models and preparing the GPU.',
  starting: 'Measuring both models on held-out tasks before the first epoch.',
  ready: 'Ready. Press Run, or step through one stage at a time.',
  running: (epoch: string, doing: string) => `Epoch ${epoch}: ${doing}.`,
  pausing: (epoch: string, doing: string) => `Epoch ${epoch}: ${doing}, then the run pauses.`,
  paused: (epoch: string, next: string) => `Paused in epoch ${epoch}. Next stage: ${next}.`,
  pausedBetween: (epoch: string) => `Paused after epoch ${epoch}.`,
  finished: (epochs: string) => `Finished: all ${epochs} epochs are done. Raise Epochs to continue, or press Reset.`,
  noRun: 'No run is open.',
  reading: 'This run can be viewed here, but not continued.',
  progress: (done: string, total: string) => `${done} of ${total}`,
  progressLabel: 'Progress within this stage',
  pending: 'Changed settings take effect with the next stage.',
  adapter: 'GPU',
  software: 'software adapter: a GPU would be much faster',
  kernels: 'Kernels',
  memory: 'GPU memory',
  tokens: 'tokens/s',
  rollouts: 'rollouts/s',
  none: '–',
} as const;

export const compare = {
  identical: (events: string) => `Both runs have the same event log, byte for byte (${events} events).`,
  prefix: (events: string) => `The event logs agree in all ${events} events that both have.`,
  differs: (index: string, stage: string, epoch: string) =>
    `The event logs differ from event ${index} on (${stage}, epoch ${epoch}).`,
} as const;
