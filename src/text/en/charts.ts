/** @file The words of the run page's charts. */
export const charts = {
  label: 'Curves of this run',
  thisRun: 'this run',
  axis: 'Horizontal axis',
  empty: 'Curves begin with the first finished epoch.',
  values: 'Values',
  logarithmic: 'logarithmic: a spike would flatten the curve',
  training: 'training',
  heldOut: 'held-out',
  band: 'band α ± k_min',
  heldOutAlone: 'Held-out success',
  mixedAlone: 'Share of mixed groups',
  samples: (samples: string) => `avg@${samples}`,
  success: {
    title: 'Success rate p̂ and the band',
    about:
      'Share of the agent’s rollouts that succeed on the tasks of each epoch. Inside the band, the tasks are on average as hard as the environment aims for.',
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
    about: 'Levels over epochs. A forgotten level shows as a dark stripe, which the mean would hide.',
    y: 'level',
    legend: 'success',
  },
  byFamily: {
    heldOut: {
      title: 'Held-out success by family',
      about:
        'Mean over the levels of each family. A family that gets worse while others get better is disturbed by them.',
      y: 'success',
    },
    training: {
      title: 'Success rate p̂ by family',
      about: 'Share of the agent’s rollouts that succeed on the tasks of the epoch, for each family.',
      y: 'p̂ (training)',
    },
    recent: {
      title: 'Recent success by family',
      about: 'The exponential mean of p̂ that the environment is told before it writes tasks of a family, in fifths.',
      y: 'recent success',
    },
  },
  levels: {
    title: 'Mean level of the tasks',
    about: 'Mean over the tasks attempted: how the curriculum moves.',
    y: 'level',
  },
  environmentReward: {
    title: 'Environment reward R_env',
    about: 'Mean over the tasks attempted; exp(−β(p̂ − α)²), except in arms with the reward of another paper.',
    y: 'R_env',
  },
  reward: { title: 'Agent reward', about: 'Mean over the rollouts of the epoch.', y: 'reward' },
  agentKl: {
    title: 'Agent: KL to its start',
    about: 'Exact over the whole vocabulary, on the agent’s rollouts; mean over the epoch’s optimizer steps.',
    y: 'nats per token',
  },
  environmentKl: {
    title: 'Environment: KL to its start',
    about:
      'Mean per text after the last step, over the texts of that step’s penalty; the KL cap limits the same mean over the same texts. In an epoch without a step, the mean is over the texts just written.',
    y: 'nats per sequence',
  },
  loss: {
    title: 'Agent loss and gradient norm',
    about:
      'The advantages of a group sum to 0, so the loss stays near 0 while ratios are near 1; its gradient does not.',
    y: 'mean over steps',
  },
  oldTraces: {
    title: 'Old traces: how far the agent has moved',
    about:
      'Of the traces drawn from D_train, before the update: tokens outside the clip range, and the effective sample size as a share of the traces. Where few count, the old answers teach little or the wrong thing.',
    y: 'share',
  },
  keys: {
    title: 'Keys that the environment wrote',
    about:
      'The oracle’s audit: the share of tasks with a wrong key, and how often the agent’s answer is the key, where it is wrong and where it is right. A wrong key that is met half of the time pays as much as a good task.',
    y: 'share',
  },
  lengths: { title: 'Length of answers and tasks', about: 'Mean tokens.', y: 'tokens' },
  diversity: {
    title: 'Different tasks and goals',
    about:
      'Among the tasks attempted in the last ten epochs: how many texts are different, and how many things they ask for.',
    y: 'number',
  },
  pools: { title: 'Pool sizes', about: 'Traces in D_train and tasks in D_env.', y: 'entries' },
  groups: {
    title: 'Groups with a signal',
    about: 'Groups of rollouts that are mixed, all solved or none solved; only mixed ones have advantages.',
    y: 'share of groups',
  },
  validity: {
    title: 'Validity of the written texts',
    about: 'Share of texts that are tasks, and why the others are not.',
    y: 'share of texts',
  },
  series: {
    response: 'answer',
    task: 'task',
    windowTasks: 'tasks',
    windowGoals: 'goals',
    train: 'D_train',
    environment: 'D_env',
    wrongKeys: 'wrong keys',
    byWrongKeys: 'p̂, key wrong',
    byRightKeys: 'p̂, key right',
    clipped: 'clipped',
    sampleSize: 'sample size',
    loss: 'loss',
    gradNorm: 'gradient norm',
    successRate: 'p̂',
  },
} as const;
