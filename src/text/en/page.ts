/**
 * @file Every word of the interface, in one place. Texts that hold numbers are functions of already formatted strings.
 */
import type { CapAction, TaskSource, TaskVerdict } from '../../genenv/events.ts';
import type { EpochStage } from '../../genenv/events.ts';
import { axes } from './axes.ts';
import { figures } from './figures.ts';
import { replay, runs } from './runs.ts';
import { sweeps } from './sweeps.ts';
import { theory } from './theory.ts';

/** What a stage is called, what is said while it runs, and what it means. */
const stages: Record<EpochStage, { name: string; doing: string; meaning: string }> = {
  'tasks-written': {
    name: 'Tasks written',
    doing: 'The environment model is writing tasks',
    meaning: 'The environment model writes every task token by token, told only how well the agent does lately.',
  },
  'rolled-out': {
    name: 'Rolled out',
    doing: 'The agent is attempting the tasks',
    meaning: 'The agent samples a group of answers to every valid task.',
  },
  scored: {
    name: 'Scored',
    doing: 'Answers are being scored',
    meaning: 'A program checks every answer: reward, success rate p̂ of each task, environment reward.',
  },
  filtered: {
    name: 'Filtered',
    doing: 'Tasks are being filtered by difficulty',
    meaning: 'Tasks whose p̂ is further than k_min from α are left out of the environment’s update.',
  },
  'agent-updated': {
    name: 'Agent updated',
    doing: 'The agent is learning from its rollouts',
    meaning: 'GRPO: answers better than their group become more likely.',
  },
  'environment-updated': {
    name: 'Environment updated',
    doing: 'The environment model is learning from the kept tasks',
    meaning: 'Reward-weighted regression: tasks of the right difficulty become more likely.',
  },
  'pools-updated': {
    name: 'Pools updated',
    doing: 'Traces and tasks are joining the pools',
    meaning: 'Valid traces join D_train, kept tasks join D_env.',
  },
  'epoch-ended': {
    name: 'Epoch ended',
    doing: 'The epoch is being measured',
    meaning: 'Held-out tasks that no model ever trains on are attempted, and the epoch is stored.',
  },
};

const verdicts: Record<TaskVerdict, string> = {
  valid: 'valid',
  unparseable: 'not a task',
  unsolvable: 'unsolvable',
  trivial: 'trivial',
  ambiguous: 'ambiguous',
};

const sources: Record<TaskSource, string> = {
  environment: 'written by the environment model',
  base: 'base data',
  static: 'static variations',
  offline: 'offline teacher',
  replay: 'replayed from D_train',
};

const capActions: Record<CapAction, string> = {
  none: '–',
  stop: 'stopped',
  'scale-back': 'scaled back',
  'roll-back': 'rolled back',
  'kl-only': 'KL only',
};

export const text = {
  title: 'GenEnv Playground',
  lede: 'Two small language models co-evolve: one writes tasks, the other learns to solve them. The writer is rewarded when the solver succeeds about half the time.',
  paper: 'The paper',
  skip: 'Skip to the loop',
  stages,
  verdicts,
  sources,
  capActions,

  axes,
  figures,
  sweeps,
  theory,
  runs,
  replay,

  views: {
    label: 'Parts of the page',
    run: 'Run',
    runs: 'Stored runs',
    sweeps: 'Sweeps',
    figures: 'Figures',
    theory: 'Theory',
  },

  players: { agent: 'Agent', environment: 'Environment', simulator: 'Simulator' },

  controls: {
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
  },

  link: {
    copy: 'Copy link',
    hint: 'A link to these settings, for anyone: what differs from the defaults, and nothing else.',
    copied: 'Link copied.',
    inAddressBar: 'This browser has no clipboard here: the link is in the address bar.',
  },

  status: {
    opening: 'Starting the workers.',
    loading: 'Loading both models and preparing the GPU.',
    starting: 'Measuring both models on held-out tasks before the first epoch.',
    ready: 'Ready. Press Run, or step through one stage at a time.',
    running: (epoch: string, doing: string) => `Epoch ${epoch}: ${doing}.`,
    pausing: (epoch: string, doing: string) => `Epoch ${epoch}: ${doing}, then the run pauses.`,
    paused: (epoch: string, next: string) => `Paused in epoch ${epoch}. Next stage: ${next}.`,
    pausedBetween: (epoch: string) => `Paused after epoch ${epoch}.`,
    finished: (epochs: string) => `Finished: all ${epochs} epochs are done. Raise Epochs to go on, or Reset.`,
    noRun: 'No run is open.',
    reading: 'This run can be looked at here, but not continued.',
    progress: (done: string, total: string) => `${done} of ${total}`,
    progressLabel: 'Progress within this stage',
    pending: 'Changed settings take effect with the next stage.',
    adapter: 'GPU',
    software: 'software adapter: a GPU would be much faster',
    memory: 'GPU memory',
    tokens: 'tokens/s',
    rollouts: 'rollouts/s',
    none: '–',
  },

  loop: {
    label: 'The loop',
    environment: { title: 'The environment writes tasks', hint: 'π_env, token by token' },
    agent: { title: 'The agent attempts them', hint: 'π_agent, a group of rollouts per task' },
    learning: { title: 'Filter and updates', hint: 'who learns from what' },
    waiting: {
      rollouts: 'The agent has not attempted these tasks yet.',
      filter: 'The filter has not seen these tasks yet.',
      unused: 'Not attempted in this epoch.',
    },
    epoch: (epoch: string) => `Epoch ${epoch}`,
    task: (index: string) => `Task ${index}`,
    level: (level: string) => `level ${level}`,
    levelShort: (level: string) => `L${level}`,
    readByEnvironment: 'The environment read',
    readByAgent: 'The agent reads',
    unread: 'This text is not a task: the agent does not get to see it.',
    taskText: 'Task text',
    shortest: (tokens: string) => `shortest answer ${tokens} tokens`,
    solved: (k: string, n: string) => `${k} of ${n} solved`,
    reward: 'reward',
    advantage: 'advantage within the group',
    success: 'success',
    failure: 'failure',
    rollout: (index: string) => `Rollout ${index}`,
    finishLength: 'cut off at the length limit',
    validShare: (valid: string, all: string) => `${valid} of ${all} valid`,
    legend: 'Token colour: probability when sampled',
    legendSure: 'sure',
    legendSurprised: 'surprised',
    scrubber: 'Epoch shown',
    live: 'Follow the run',
    changed: (changes: string) => `Changed in this epoch: ${changes}.`,
    change: (name: string, value: string) => `${name} → ${value}`,
    previous: 'Previous epoch',
    next: 'Next epoch',
  },

  token: {
    title: 'Token',
    id: 'Id',
    probability: 'Probability when sampled',
    logprob: 'Log-probability',
    nats: 'nats',
    writer: 'Written by',
    observation: 'The simulator wrote this token: it carries no loss.',
    close: 'Close',
    open: (token: string) => `Token ${token}: show its probability`,
  },

  filter: {
    title: 'Difficulty filter',
    summary: (kept: string, all: string) => `${kept} of ${all} tasks teach the environment`,
    axis: 'success rate p̂ = k/n',
    band: 'kept: |p̂ − α| ≤ k_min',
    kept: 'kept',
    leftOut: 'left out',
    scope: 'p̂ = k/n',
    reward: 'R_env',
    weight: 'weight',
    dot: (task: string, k: string, n: string, verdict: string) => `Task ${task}: ${k} of ${n}, ${verdict}`,
  },

  updates: {
    agent: 'Agent update (GRPO)',
    environment: 'Environment update (RWR)',
    groups: { mixed: 'mixed', solved: 'all solved', unsolved: 'none solved' },
    groupsLabel: 'Groups of rollouts',
    groupsHint: 'Only mixed groups have advantages other than zero.',
    step: 'step',
    loss: 'loss',
    gradNorm: '‖grad‖',
    klPerToken: 'KL/tok.',
    klPerSequence: 'KL/seq.',
    entropy: 'entropy',
    clip: 'clipped',
    cap: 'cap',
    lossNote:
      'On-policy the loss says little: the ratio is 1 and the advantages of a group sum to 0, so over whole groups it is 0 apart from unequal lengths, KL and entropy, while its gradient is not. A step holds parts of groups.',
    environmentSummary: (pairs: string, kl: string) =>
      `${pairs} pairs; ${kl} nats per sequence from the initial simulator after the update`,
    pending: 'Not yet in this epoch.',
    pools: 'Pools',
    train: 'D_train',
    environmentPool: 'D_env',
    added: (added: string, size: string) => `+${added}, now ${size}`,
    invalid: (traces: string) => `${traces} traces kept out: not valid`,
  },

  settings: {
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
  },

  charts: {
    label: 'Curves of this run',
    thisRun: 'this run',
    axis: 'Horizontal axis',
    empty: 'Curves begin with the first finished epoch.',
    values: 'Values',
    training: 'training',
    heldOut: 'held-out',
    band: 'band α ± k_min',
    samples: (samples: string) => `avg@${samples}`,
    success: {
      title: 'Success rate p̂ and the band',
      about:
        'Share of the agent’s rollouts that succeed on the tasks of each epoch. Difficulty alignment means: inside the band.',
      y: 'p̂ (training)',
    },
    heldOutSuccess: {
      title: 'Held-out beside training success',
      about:
        'The environment chooses the training tasks; held-out tasks of all levels stay the same. Learning shows in the held-out curve only.',
      y: 'success',
    },
    byLevel: {
      title: 'Held-out success by level',
      about: 'Level against epoch; a forgotten level is a dark stripe that the mean hides.',
      y: 'level',
      legend: 'success',
    },
    levels: {
      title: 'Mean level of the tasks',
      about: 'The curriculum: easier first, then harder.',
      y: 'level',
    },
    environmentReward: {
      title: 'Environment reward R_env',
      about: 'exp(−β(p̂ − α)²), mean over the attempted tasks.',
      y: 'R_env',
    },
    reward: { title: 'Agent reward', about: 'Mean over the rollouts of the epoch.', y: 'reward' },
    agentKl: {
      title: 'Agent: KL to its start',
      about: 'k3 estimate, mean over the epoch’s optimizer steps.',
      y: 'nats per token',
    },
    environmentKl: {
      title: 'Environment: KL to its start',
      about: 'After the update, on the current batch.',
      y: 'nats per sequence',
    },
    loss: {
      title: 'Agent loss and gradient norm',
      about: 'On-policy, the advantages of a group sum to 0: the loss hovers about 0, its gradient does not.',
      y: 'mean over steps',
    },
    lengths: { title: 'Length of responses and tasks', about: 'Mean tokens.', y: 'tokens' },
    pools: { title: 'Pool sizes', about: 'Traces in D_train and tasks in D_env.', y: 'entries' },
    groups: {
      title: 'Groups with a signal',
      about: 'Groups of rollouts that are mixed, all solved or none solved; only mixed ones teach the agent.',
      y: 'share of groups',
    },
    validity: {
      title: 'Validity of the written texts',
      about: 'Share of texts that are tasks, and why the others are not.',
      y: 'share of texts',
    },
    series: {
      response: 'response',
      task: 'task',
      train: 'D_train',
      environment: 'D_env',
      loss: 'loss',
      gradNorm: 'gradient norm',
      successRate: 'p̂',
    },
  },

  compare: {
    identical: (events: string) => `Both runs have the same event log, byte for byte (${events} events).`,
    prefix: (events: string) => `The event logs agree in all ${events} events that both have.`,
    differs: (index: string, stage: string, epoch: string) =>
      `The event logs differ from event ${index} on (${stage}, epoch ${epoch}).`,
  },

  problems: {
    retry: 'Try again',
    dismiss: 'Close this message',
    details: 'Technical details',
    noWebGpu: {
      cause: 'This browser offers no WebGPU, which both models need to run.',
      remedy:
        'Use a current Chrome or Edge, Safari 26 or Firefox 141 and later, or switch WebGPU on (chrome://flags/#enable-unsafe-webgpu). Saved runs and the recorded example can still be played.',
    },
    insecure: {
      cause: 'WebGPU works on secure pages only, and this page was opened over plain HTTP.',
      remedy: 'Open it at http://localhost or over HTTPS. Saved runs and the recorded example can still be played.',
    },
    unexpected: {
      cause: 'Something failed that should not fail.',
      remedy:
        'Try again or reload the page: the run goes on after its last stored epoch. If it happens again, please report it with the details below.',
    },
  },

  benchmarks: {
    title: 'Benchmarks',
    lede: 'Score answers by a benchmark’s published rule, or run a model and score what it writes. Files are read in this page and go nowhere.',
    close: 'Close',
    mode: 'What to do',
    modes: { score: 'Score a predictions file', evaluate: 'Run a model' },
    target: 'Items',
    realItems: 'Benchmarks, from their published files',
    familyTasks: 'Task families, fixed tasks',
    rule: (rule: string) => `Rule: ${rule}.`,
    data: {
      title: 'The benchmark’s files',
      hint: 'Drop its folder here, or choose it.',
      folder: 'Choose a folder',
      files: 'Choose files',
      expected: 'Files it reads',
      found: 'found',
      missing: 'missing',
      optional: 'optional',
      picked: (files: string) => `${files} files chosen`,
      reading: 'Reading the files.',
      read: (items: string) => `${items} items read.`,
    },
    predictions: {
      title: 'Predictions',
      hint: 'JSON lines, each {"id": …, "output": …}; ids may repeat.',
      choose: 'Choose a predictions file',
    },
    model: {
      title: 'Model',
      name: 'Name or web address',
      nameHint: 'A model of this page, or the address of a folder in Hugging Face layout.',
      folder: 'Choose a model folder',
      picked: (name: string) => `Folder “${name}”`,
      forget: 'Use the name instead',
    },
    decoding: {
      title: 'Decoding',
      temperature: 'Temperature (0 is greedy)',
      samples: 'Samples per item',
      seed: 'Seed',
      part: 'Part',
      allParts: 'all parts',
      partOption: (name: string, items: string) => `${name} (${items})`,
      items: 'Only the first n items (empty: all)',
      tasks: 'Tasks per level',
      split: 'Split',
      splits: { 'held-out': 'held-out', development: 'development' },
    },
    start: { score: 'Score', evaluate: 'Run and score' },
    cancel: 'Cancel',
    progress: 'Progress',
    problems: (problems: string) => `Problems in the files: ${problems}`,
    moreProblems: (shown: string) => `Only the first ${shown} are listed.`,
    state: {
      starting: 'Beginning.',
      running: (correct: string, results: string) => `${correct} of ${results} correct so far.`,
      turn: (turn: string) => `Turn ${turn}.`,
      finished: (correct: string, results: string) => `Finished: ${correct} of ${results} correct.`,
      cancelled: (correct: string, results: string) => `Cancelled: ${correct} of ${results} correct until then.`,
    },
    aggregate: 'The benchmark’s figures',
    asked: (form: string) => `Prompts: ${form}`,
    firstPrompt: 'The first prompt, to the letter',
    table: {
      title: 'Results',
      place: 'No.',
      id: 'Id',
      verdict: 'Verdict',
      reason: 'Why',
      output: 'Output',
      parts: 'Parts of the rule',
      correct: 'correct',
      wrong: 'wrong',
      noId: 'no id',
      show: 'Show',
      filters: { all: 'all', correct: 'correct', wrong: 'not correct' },
      previous: 'Previous results',
      next: 'Next results',
      range: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
      empty: 'No result passes this filter.',
    },
    download: 'Download results (JSONL)',
    tooManyFiles: (limit: string) =>
      `The folder holds more than ${limit} files, so it can’t be a benchmark or a model. Choose the folder itself.`,
  },
} as const;
