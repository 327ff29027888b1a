/**
 * @file Lists the rooms, which are the folders of the code: what each holds and what it may import. `npm test` checks
 * the code against this list (`.dependency-cruiser.mjs`), and docs/architecture.md shows the list.
 *
 * A room may only import earlier rooms, so imports point one way. In `imports`, `policy!` allows only the contract of
 * `policy`: its files in `contracts`.
 */
/** Rooms that both the workers and the program `genenv` import. */
const WHOLE_LOOP = [
  'figures',
  'text',
  'interop',
  'sweeps',
  'analysis',
  'pretraining',
  'runs',
  'genenv',
  'store',
  'policy',
  'onnx',
  'lm',
  'tensor',
  'tasks',
];

const described = {
  common: { what: 'helpers that know no subject; every room may import them', imports: [] },
  random: { what: 'counter-based random numbers (Philox) in named streams', imports: [] },
  tensor: { what: 'WGSL kernels with their vector-Jacobian products, the tape, the device', imports: ['random'] },
  lm: { what: 'decoder-only language models: forward pass, sampling, model folders', imports: ['tensor', 'random'] },
  onnx: { what: 'ONNX Runtime and transformers.js: frozen models and embeddings', imports: ['lm', 'random'] },
  curriculum: { what: 'the paper’s formulas in TypeScript; ops/, the same in WGSL', imports: ['tensor'] },
  objectives: {
    what: 'the losses: GRPO, reward-weighted regression, cross-entropy',
    imports: ['curriculum', 'lm', 'tensor'],
  },
  policy: {
    what: 'the contracts `Sampler`, `Learner`, `Curriculum`, and what fulfils them',
    imports: ['objectives', 'curriculum', 'onnx', 'lm', 'tensor', 'random'],
  },
  tasks: { what: 'task families, one folder each: language, parser, oracle, scorer', imports: ['random'] },
  benchmarks: { what: 'published benchmarks and their official rules', imports: ['tasks'] },
  store: { what: 'stored runs, pools, checkpoints and models, in IndexedDB or on a disk', imports: ['policy!', 'lm!'] },
  genenv: {
    what: 'Algorithm 1, its stages, the arms, settings, events',
    imports: ['policy!', 'objectives!', 'curriculum!', 'store!', 'tasks', 'random'],
  },
  runs: {
    what: 'a run as a session: open, step, resume, change settings; run files',
    imports: ['genenv', 'curriculum!', 'policy', 'objectives!', 'onnx', 'lm', 'tensor', 'store', 'tasks', 'random'],
  },
  evaluation: {
    what: 'a model on a benchmark or on held-out tasks',
    imports: ['genenv', 'policy', 'onnx', 'lm', 'tensor', 'benchmarks', 'tasks', 'random'],
  },
  pretraining: {
    what: 'pre-training by play; recipes of the shipped models',
    imports: ['genenv', 'policy', 'objectives!', 'lm', 'tensor', 'tasks', 'random'],
  },
  analysis: {
    what: 'pure functions of event logs: curves, statistics, claims, theory',
    imports: ['genenv', 'objectives!', 'curriculum!', 'policy!', 'tasks', 'random'],
  },
  lessons: { what: 'lessons as data, one file each', imports: ['analysis', 'genenv', 'curriculum!', 'tasks'] },
  sweeps: {
    what: 'arms × seeds × settings: plan, run, resume, results',
    imports: ['analysis', 'runs', 'genenv', 'store'],
  },
  interop: {
    what: 'the judge for TRL and OpenEnv; model export',
    imports: ['runs', 'genenv', 'curriculum!', 'policy!', 'lm', 'tensor', 'store!', 'tasks', 'random'],
  },
  text: {
    what: 'messages of the page and the command line, one folder of catalogues a language',
    imports: ['interop', 'analysis', 'evaluation', 'genenv', 'benchmarks', 'tasks'],
  },
  figures: {
    what: 'the paper’s figures, as SVG, PNG and CSV',
    imports: ['text', 'sweeps', 'analysis', 'runs', 'genenv', 'curriculum!'],
  },
  workers: { what: 'the threads behind the page, one folder a worker', imports: WHOLE_LOOP },
  ui: {
    what: 'the page: components and its state; no maths, no GPU calls',
    imports: [
      'workers',
      'text',
      'figures',
      'interop',
      'sweeps',
      'lessons',
      'analysis',
      'runs',
      'genenv',
      'curriculum!',
      'store',
      'policy!',
      'tasks',
    ],
  },
  cli: { what: 'the program `genenv`, one file a command', imports: [...WHOLE_LOOP, 'evaluation', 'benchmarks'] },
};

export const rooms = Object.fromEntries(
  Object.entries(described).map(([name, room]) => [name, { path: name === 'workers' ? name : `src/${name}`, ...room }]),
);

/** Files of each room that declare its contract. Rooms that import the contract do not depend on an implementation. */
export const contracts = {
  curriculum: ['src/curriculum/environment-reward.ts', 'src/curriculum/curriculum.ts'],
  lm: ['src/lm/files/checked-folder.ts', 'src/lm/files/gguf-folder.ts', 'src/lm/files/model-files.ts'],
  objectives: ['src/objectives/aggregation-weights.ts', 'src/objectives/grpo-token.ts', 'src/objectives/objective.ts'],
  policy: ['src/policy/policy.ts', 'src/policy/text-tokenizer.ts'],
  store: ['src/store/run-store.ts', 'src/store/pool-contract.ts'],
};

/** Folders that no room imports. They may import every room. */
export const otherFolders = {
  models: 'the shipped models in Hugging Face layout; `manifest.json` says how each was made',
  public: 'files that the page serves as they are',
  e2e: 'Playwright tests in a real browser with real WebGPU',
  bench: 'our engine beside jax-js',
  faults: 'tests that kill the program, fill the disk, cut the power and flip bits',
  build: 'Vite plugins',
  scripts: 'what `npm start`, `npm test` and the installed package do; the list of rooms',
  python: 'the Python package genenv: the loop on TRL, a server of OpenEnv',
  docs: 'documents, recorded results, sweeps',
};
