/** @file The words around every page: title, links to its parts, the link to share. */
export const frame = {
  title: 'GenEnv Playground',
  lede: 'Two small language models co-evolve: one writes tasks, the other learns to solve them. The writer is rewarded when the solver succeeds about half the time.',
  paper: 'About the method: the paper (arXiv 2512.19682)',
  paperAddress: 'https://arxiv.org/abs/2512.19682',
  skip: 'Skip to the loop',
  languageHint: 'Only the words change: a run under way goes on.',
  embedded: 'Open in GenEnv Playground',
} as const;

export const views = {
  label: 'Destinations',
  destinations: { run: 'Run', lab: 'Lab', lessons: 'Lessons', data: 'Data' },
  run: 'Run',
  lab: 'Curves and settings',
  try: 'Try it',
  inside: 'Inside',
  lessons: 'All lessons',
  theory: 'Article',
  runs: 'Runs',
  sweeps: 'Sweeps',
  figures: 'Figures',
  pools: 'Pools',
  models: 'Models',
  benchmarks: 'Benchmarks',
} as const;

export const link = {
  copy: 'Copy link',
  hint: 'Copies a link to these settings. It holds only what differs from the defaults.',
  copied: 'Link copied.',
  inAddressBar: 'The clipboard is not available: the link is in the address bar.',
  tooLong: 'The world of these settings is too large for a link: save it as a file, under Data › Models.',
} as const;

export const benchmarks = {
  title: 'Benchmarks',
  lede: 'Score answers by a benchmark’s published rule, or run a model and score what it writes. Files are read in this page and never leave it.',
} as const;
