/**
 * @file The rooms of the house and what each may import: the one list that `npm test` checks the code against
 * (`.dependency-cruiser.mjs`) and that README's tour shows (`rooms.test.ts` holds the two together).
 *
 * A name in `imports` is a room; `policy!` and its like are a room's contract alone, the files named in `contracts`.
 */
export const rooms = {
  common: { path: 'src/common', imports: [] },
  random: { path: 'src/random', imports: [] },
  tensor: { path: 'src/tensor', imports: ['random'] },
  lm: { path: 'src/lm', imports: ['tensor', 'random'] },
  objectives: { path: 'src/objectives', imports: ['lm', 'tensor'] },
  policy: { path: 'src/policy', imports: ['objectives', 'lm', 'tensor', 'random'] },
  benchmarks: { path: 'src/benchmarks', imports: ['random'] },
  tasks: { path: 'src/tasks', imports: ['benchmarks', 'random'] },
  store: { path: 'src/store', imports: ['random'] },
  genenv: { path: 'src/genenv', imports: ['policy!', 'objectives!', 'store!', 'tasks', 'random'] },
  runs: { path: 'src/runs', imports: ['genenv', 'policy', 'objectives!', 'lm', 'tensor', 'store', 'tasks', 'random'] },
  evaluation: {
    path: 'src/evaluation',
    imports: ['genenv', 'policy', 'lm', 'tensor', 'benchmarks', 'tasks', 'random'],
  },
  pretraining: {
    path: 'src/pretraining',
    imports: ['evaluation', 'genenv', 'policy', 'objectives!', 'lm', 'tensor', 'tasks', 'random'],
  },
  analysis: { path: 'src/analysis', imports: ['genenv', 'policy!', 'tasks', 'random'] },
  sweeps: { path: 'src/sweeps', imports: ['analysis', 'runs', 'genenv', 'store', 'tasks', 'random'] },
  figures: { path: 'src/figures', imports: ['sweeps', 'analysis', 'runs', 'genenv'] },
  interop: { path: 'src/interop', imports: ['sweeps', 'analysis', 'runs', 'genenv', 'benchmarks', 'tasks', 'random'] },
  text: {
    path: 'src/text',
    imports: [
      'figures',
      'interop',
      'sweeps',
      'analysis',
      'evaluation',
      'runs',
      'genenv',
      'store',
      'benchmarks',
      'tasks',
    ],
  },
  workers: {
    path: 'workers',
    imports: [
      'text',
      'figures',
      'interop',
      'sweeps',
      'analysis',
      'pretraining',
      'evaluation',
      'runs',
      'genenv',
      'store',
      'policy',
      'lm',
      'tensor',
      'benchmarks',
      'tasks',
    ],
  },
  ui: {
    path: 'src/ui',
    imports: [
      'workers',
      'text',
      'figures',
      'interop',
      'sweeps',
      'analysis',
      'evaluation',
      'runs',
      'genenv',
      'store',
      'policy!',
      'benchmarks',
      'tasks',
    ],
  },
  cli: {
    path: 'src/cli',
    imports: [
      'text',
      'figures',
      'interop',
      'sweeps',
      'analysis',
      'pretraining',
      'evaluation',
      'runs',
      'genenv',
      'store',
      'policy',
      'lm',
      'tensor',
      'benchmarks',
      'tasks',
    ],
  },
};

/** Contracts: the files of a room that others may import without knowing who fulfils them. */
export const contracts = {
  objectives: ['src/objectives/objective.ts'],
  policy: ['src/policy/policy.ts', 'src/policy/text-tokenizer.ts'],
  store: ['src/store/run-store.ts'],
};
