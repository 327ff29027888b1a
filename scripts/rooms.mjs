/**
 * @file The rooms of the house: what each room holds and what it may import. `npm test` checks the code against this list
 * (`.dependency-cruiser.mjs`), and docs/architecture.md shows it.
 *
 * A room comes after the rooms that it may import, so imports point one way. In `imports`, `policy!` means the contract of
 * the room alone: the files that `contracts` names.
 */
/** The parts that the workers and the program `genenv` put together, and they alone: the product without its page. */
const WHOLE_PRODUCT = [
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
  'onnx',
  'lm',
  'tensor',
  'benchmarks',
  'tasks',
];

export const rooms = {
  common: { path: 'src/common', what: 'helpers that know no subject; every room may import them', imports: [] },
  random: { path: 'src/random', what: 'counter-based random numbers (Philox) in named streams', imports: [] },
  tensor: {
    path: 'src/tensor',
    what: 'WGSL kernels with their vector-Jacobian products; ops/software/, those of software adapters alone; the tape, the device and its profile; knows nothing of language models',
    imports: ['random'],
  },
  lm: {
    path: 'src/lm',
    what: 'decoder-only language models on that engine: forward pass, sampling; files/, model folders: configuration, tokenizer, safetensors',
    imports: ['tensor', 'random'],
  },
  onnx: {
    path: 'src/onnx',
    what: 'ONNX Runtime Web and transformers.js, one computation at a time: frozen models and embeddings',
    imports: ['lm', 'random'],
  },
  curriculum: {
    path: 'src/curriculum',
    what: 'the paper’s formulas, one file each: success, R_env, filter, advantages, regression weights; ops/, the same in WGSL',
    imports: ['tensor', 'random'],
  },
  objectives: {
    path: 'src/objectives',
    what: 'the losses, one file each: GRPO, reward-weighted regression, cross-entropy',
    imports: ['curriculum', 'lm', 'tensor'],
  },
  policy: {
    path: 'src/policy',
    what: 'the contracts `Sampler` (writes and scores), `Learner` (updates too), `Inspectable` and `Curriculum`, and who fulfils them: our engine, or an ONNX model that only writes',
    imports: ['objectives', 'curriculum', 'onnx', 'lm', 'tensor', 'random'],
  },
  tasks: {
    path: 'src/tasks',
    what: 'the contract of a task family, and families/, one folder each: task language, parser, oracle, scorer, sampler',
    imports: ['random'],
  },
  benchmarks: {
    path: 'src/benchmarks',
    what: 'the real benchmarks, one folder each: published files and official rules; CPython',
    imports: ['tasks', 'random'],
  },
  store: {
    path: 'src/store',
    what: 'the contract of a store of runs: events, D_train, D_env, checkpoints; indexed-db/ keeps it in the page, files/ on a disk, each with the tuner’s choices; models/, model folders that the browser keeps',
    imports: ['policy!', 'lm!'],
  },
  genenv: {
    path: 'src/genenv',
    what: 'the paper: Algorithm 1, its stages, the sources of tasks, settings, events',
    imports: ['policy!', 'objectives!', 'curriculum!', 'store!', 'tasks', 'random'],
  },
  runs: {
    path: 'src/runs',
    what: 'a run as a session: open, step, resume, change settings; run files and other trainers’ logs',
    imports: ['genenv', 'curriculum!', 'policy', 'objectives!', 'onnx', 'lm', 'tensor', 'store', 'tasks', 'random'],
  },
  evaluation: {
    path: 'src/evaluation',
    what: 'a model attempts the items of a benchmark or the held-out tasks of a family',
    imports: ['genenv', 'policy', 'onnx', 'lm', 'tensor', 'benchmarks', 'tasks', 'random'],
  },
  pretraining: {
    path: 'src/pretraining',
    what: 'pre-training by play, what a model can do, the recipes of the shipped models',
    imports: ['evaluation', 'genenv', 'policy', 'objectives!', 'lm', 'tensor', 'tasks', 'random'],
  },
  analysis: {
    path: 'src/analysis',
    what: 'pure functions of event logs: metrics, curves, statistics, claims, theory',
    imports: ['genenv', 'objectives!', 'curriculum!', 'policy!', 'tasks', 'random'],
  },
  lessons: {
    path: 'src/lessons',
    what: 'lessons as data, one file each: the state in which one opens the page, its steps, what each checks',
    imports: ['analysis', 'genenv', 'curriculum!', 'tasks'],
  },
  sweeps: {
    path: 'src/sweeps',
    what: 'arms × seeds × settings: plan, run, resume, results',
    imports: ['analysis', 'runs', 'genenv', 'store', 'tasks', 'random'],
  },
  figures: {
    path: 'src/figures',
    what: 'the figures of the paper, one file each; drawn to SVG, exported as SVG, PNG and CSV',
    imports: ['sweeps', 'analysis', 'runs', 'genenv', 'curriculum!'],
  },
  interop: {
    path: 'src/interop',
    what: 'what Python asks of this program: the judge of the loop on TRL, worlds for OpenEnv, a learner with PEFT; models as folders in safetensors and PEFT’s layout',
    imports: [
      'sweeps',
      'analysis',
      'runs',
      'genenv',
      'curriculum!',
      'policy',
      'lm',
      'tensor',
      'store',
      'benchmarks',
      'tasks',
      'random',
    ],
  },
  text: {
    path: 'src/text',
    what: 'sentences and labels that the page and the command line share, one folder a language',
    imports: [
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
  workers: {
    path: 'workers',
    what: 'the threads behind the page, one folder a worker: contract, host, entry; rpc/ is what they share',
    imports: WHOLE_PRODUCT,
  },
  ui: {
    path: 'src/ui',
    what: 'the page: pages/, one folder a page; its state; shared/ components; no maths, no GPU calls',
    imports: [
      'workers',
      'text',
      'figures',
      'interop',
      'sweeps',
      'lessons',
      'analysis',
      'evaluation',
      'runs',
      'genenv',
      'curriculum!',
      'store',
      'policy!',
      'benchmarks',
      'tasks',
    ],
  },
  cli: {
    path: 'src/cli',
    what: 'the program `genenv`: commands/, one file a command',
    imports: WHOLE_PRODUCT,
  },
};

/** Contracts: the files of a room that others may import without knowing who fulfils them. */
export const contracts = {
  curriculum: [
    'src/curriculum/advantages.ts',
    'src/curriculum/difficulty-filter.ts',
    'src/curriculum/environment-reward.ts',
    'src/curriculum/curriculum.ts',
    'src/curriculum/regression-weights.ts',
    'src/curriculum/repetition-penalty.ts',
    'src/curriculum/success.ts',
  ],
  lm: ['src/lm/files/checked-folder.ts', 'src/lm/files/gguf-folder.ts', 'src/lm/files/model-files.ts'],
  objectives: [
    'src/objectives/aggregation-weights.ts',
    'src/objectives/grpo-token.ts',
    'src/objectives/objective.ts',
    'src/objectives/off-policy.ts',
  ],
  policy: [
    'src/policy/inspection.ts',
    'src/policy/policy.ts',
    'src/policy/text-tokenizer.ts',
    'src/policy/training.ts',
  ],
  store: ['src/store/run-store.ts', 'src/store/pool-contract.ts'],
};

/** Folders beside the rooms. No room imports them; they may import every room. */
export const otherFolders = {
  models:
    'the shipped models in Hugging Face layout, each with the SHA-256 of its files in `files.json`; `manifest.json` says how each was made',
  public: 'files that the page serves as they are: the icon, the recorded run',
  e2e: 'Playwright: what a person does, in a real browser with real WebGPU',
  bench: 'our engine beside its peers; prints a table and JSON',
  faults: 'tests that kill the program, fill the disk, cut the power and flip bits',
  build:
    'Vite plugins: what the build adds to the page (model folders, CPython, security policy, headers, list of offline files)',
  scripts: 'what `npm start`, `npm test` and the installed package do, and the list of rooms',
  python: 'the Python package genenv: Algorithm 1 as a loop on TRL, a server of OpenEnv',
  docs: 'what the runs showed, and the sweeps behind it',
};
