/** @file The words of the run page: its controls, its status line, the comparison of two runs. */
import { counted } from '../../common/counted.ts';

export const players = { agent: 'Agent', environment: 'Environment', simulator: 'Simulator' } as const;

export const controls = {
  label: 'Transport',
  run: 'Play',
  pause: 'Pause',
  pausing: 'Pausing…',
  stepStage: 'Step stage',
  stepEpoch: 'Step epoch',
  reset: 'Reset',
  resetHint: 'A new run with the seed and the settings as chosen now. Finished epochs of this run stay saved.',
  rewindHint: 'Back to before the first epoch.',
  withKey: (what: string, key: string) => `${what} (${key})`,
  /** As on the keyboard. */
  keys: { run: 'space', stepStage: 'S', stepEpoch: 'E' },
  timeline: 'Epoch shown',
  position: (epoch: string, epochs: string) => `epoch ${epoch} of ${epochs}`,
  follow: 'Follow the run',
  branch: 'Branch here',
  branchHint: 'A new run that continues from this epoch: change settings, and compare it with this one.',
  speed: 'Speed',
  /** @param stages per second; Infinity: as fast as possible; `story`: as fast as its captions can be read */
  speedOption: (stages: number | 'story') =>
    stages === 'story'
      ? 'as a story'
      : stages === Infinity
        ? 'full speed'
        : stages < 1
          ? 'slow motion'
          : `${stages} ${stages === 1 ? 'stage' : 'stages'}/s`,
  learners: { both: 'both learn', agent: 'agent only', environment: 'environment only', none: 'neither' },
  settings: 'Settings',
  closeSettings: 'Close the settings',
  closeOpened: 'Close, back to the curves',
  theme: 'Light or dark',
  preset: 'Preset',
  runs: 'Run',
  compare: 'Compare with',
  compareNone: 'no other run',
  remove: 'Delete this run',
  runOption: (name: string, epochs: string) => `${name} · ${epochs} ep.`,
} as const;

export const shortcuts = {
  title: 'Keys',
  hint: 'Keys of this page (?)',
  close: 'Close',
  on: 'Keys are on',
  keys: { ' ': 'space', ArrowLeft: '←', ArrowRight: '→' } as Readonly<Record<string, string>>,
  actions: {
    play: 'Play or pause',
    stepStage: 'Step one stage',
    stepEpoch: 'Step one epoch',
    back: 'One epoch back',
    forward: 'One epoch forward',
    first: 'First epoch',
    last: 'Newest epoch',
    slower: 'Slower',
    faster: 'Faster',
    circuit: 'The loop',
    tasks: 'Tasks and rollouts',
    answers: 'Held-out answers',
    updates: 'Updates and pools',
    curves: 'The lab: all curves',
    settings: 'Show or hide the settings',
    help: 'This list',
  },
} as const;

export const status = {
  opening: 'Starting the workers.',
  loading: 'Loading both models and preparing the GPU.',
  starting: 'Measuring the agent on held-out tasks before the first epoch.',
  startingFromLevels:
    'The environment learns the levels asked for, where it writes tasks; then the agent is measured on held-out tasks.',
  ready: 'Ready. Press Play, or step through one stage at a time.',
  running: (epoch: string, doing: string) => `Epoch ${epoch}: ${doing}.`,
  pausing: (epoch: string, doing: string) => `Epoch ${epoch}: ${doing}, then the run pauses.`,
  paused: (epoch: string, next: string) => `Paused in epoch ${epoch}. Next stage: ${next}.`,
  pausedBetween: (epoch: string) => `Paused after epoch ${epoch}.`,
  finished: (epochs: string) => `Finished: ${counted(epochs, 'epoch')} done.`,
  noRun: 'No run is open.',
  reading: 'This run can be viewed here, but not continued.',
  progress: (done: string, total: string) => `${done} of ${total}`,
  progressLabel: 'Progress within this stage',
  pending: 'Changed settings take effect with the next stage.',
  machine: 'Machine',
  recordedOn: 'Recorded on',
  adapter: 'GPU',
  software: 'software adapter: a GPU would be much faster',
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

/** The end of a run whose last epoch is over. */
