/**
 * @file Lists the error codes that a user may see, with the values in each error's sentence. Codes stay when sentences
 * are reworded.
 *
 * The compiler checks the values of each thrown error (`CodedError`), and that each language has a sentence for every
 * error of the page (`src/text/errors.ts`).
 */

/** For errors whose sentence contains no values. */
type None = Readonly<Record<string, never>>;

interface OfModelFile {
  file: string;
  what: string;
}

export interface CodedProblem {
  readonly code: ErrorCode;
  readonly parameters: ErrorParameters;
}

/** An error without a code has only a message. */
export type ErrorData = CodedProblem | { readonly code: null; readonly message: string };

/** Reason why a run does not fit on the GPU. Sizes are in bytes. */
export type Obstacle =
  | { code: 'memory' | 'buffer' | 'binding'; bytes: number; limit: number }
  /** The models cannot be laid out: a weight exceeds a binding, or a size is not supported. */
  | { code: 'refused'; problem: CodedProblem };

interface HubAnswer {
  what: string;
  server: string;
  status: number;
}

interface Storing {
  /** Words that complete the sentence "Could not …". */
  doing: string;
  reason: string;
}

/** Where a run's log becomes unreadable. Epochs and lines count from 1. */
interface EpochOfFile {
  epoch: number;
  epochs: number;
  line: number;
}

interface Predictions {
  benchmark: string;
  file: string;
  format: string;
  /** Example of an id in this file. */
  example: string | number;
}

/** Errors of the page and its workers. The command line may throw them too. */
export interface PageErrorParameters {
  // The GPU
  'no-webgpu': None;
  'no-adapter': None;
  'adapter-withdrawn': None;
  'operation-refused': { details: string };
  'device-lost': { details: string };
  'parameter-too-large': { parameter: string; bytes: number; limit: number };
  'kernel-not-built': { kernel: string; details: string };
  'does-not-fit': { obstacle: Obstacle; settings: string };

  // Threads and the page
  'thread-stopped': { worker: string; cause: string };
  'thread-unreadable': { worker: string };
  'thread-ended': { worker: string };
  'no-model': None;
  'no-web-crypto': None;
  'example-not-reached': None;
  'example-not-loaded': { status: number };
  'example-damaged': None;
  'recorded-results-not-loaded': { cause: string };
  'folder-without-files': { folder: string };
  'too-many-files': { most: number };

  // Storage of runs
  'store-full': Storing;
  'disk-full': Storing;
  'store-conflict': { run: string; expected: number; found: number };
  'store-held-by-other-tab': None;
  'store-unavailable': Storing;
  'store-newer': Storing;
  'store-closed': Storing;
  'store-missing': { run: string };
  'store-failed': Storing;
  'checkpoint-not-stored': { epoch: number };
  'checkpoint-damaged': { run: string; epoch: number; why: string };
  'event-not-plain-data': Storing;
  'event-not-finite': { place: string; event: string };
  'event-log-damaged': { path: string; problem: string };
  'stored-run-damaged': { run: string; problem: string };

  // Runs
  'run-open-elsewhere': None;
  'link-runs-elsewhere': None;
  'epoch-not-stored': None;
  'session-ended': None;
  'no-run-open': None;
  'run-diverged': {
    player: 'agent' | 'environment';
    what: string;
    epoch: number;
    setting: string;
    value: string | number | boolean;
  };
  'different-tokenizers': { one: string; other: string };
  'other-weights': { player: 'agent' | 'environment'; model: string; before: string; now: string };
  /** Shown as a notice: the run continues. */
  'other-adapter': { player: 'agent' | 'environment'; before: string; now: string };
  'weights-not-stored': { run: string };
  'epoch-without-weights': { run: string; epoch: number; kept: string };
  'no-teacher': { teacherModel: string };
  'no-embeddings': { embeddingModel: string };
  'embeddings-missing': None;
  'no-valid-task-before-training': None;
  'task-of-other-family': { family: string };
  'family-not-of-run': { name: string; families: string };
  'not-a-task': { text: string; reason: string };
  'no-base-model': { recipe: string; steps: number };
  'not-prepared': {
    steps: number;
    wellFormed: number | null;
    right: number | null;
    valid: number | null;
  };
  'no-chat-template': { model: string };
  'loss-not-finite': { recipe: string; loss: string; step: number };
  settings: { problems: readonly object[] };
  'not-a-world': { file: string; faults: readonly object[] };
  'not-tasks': { file: string; faults: readonly object[] };
  'tasks-guessed': { percent: number; most: number };

  // Files of runs, and logs of other trainers
  'log-without-start': { log: string | null };
  'not-a-run-file': { why: string };
  'run-newer': { version: number; newest: number };
  'no-finished-epoch': { file: string | null; problems: readonly CodedProblem[] };
  'run-damaged': { name: string; problems: readonly CodedProblem[] };
  'zip-damaged': { cause: string };
  'zip-unpacks-too-large': { times: number };
  'zip-too-many-files': { most: number };
  /** `read` is true if the epochs before the damaged line are used. */
  'line-damaged': { file: string; problem: string; read: boolean };
  'epoch-damaged': EpochOfFile;
  'epoch-cut-off': EpochOfFile;
  'weights-damaged': { epoch: number };
  /** `problem` is null if the files can be read but hold no rollouts. */
  'no-rollouts': { problem: CodedProblem | null };
  /** `one` and `other` are files in two trainers' formats. */
  'rollouts-mixed': { one: string; other: string };
  'rollout-columns': { columns: string };
  'rewards-undecided': { columns: string };
  'evaluation-rollouts': { rollouts: number };
  /** `file` is null if there is only one file. `row` is null if the whole file cannot be read. */
  'rollout-row': { file: string | null; row: number | null; problem: CodedProblem };
  'more-rows': { rows: number };
  'step-too-large': { step: number; rollouts: number };
  'row-not-json': None;
  'row-cut-off': None;
  'row-too-long': { most: number };
  'row-invalid': { place: string; cause: string };
  'row-lacks': { field: string };
  'parquet-unreadable': { cause: string };

  // Model folders
  missing: OfModelFile;
  malformed: OfModelFile;
  unsupported: OfModelFile;
  damaged: OfModelFile;
  mismatch: OfModelFile;
  'not-finite': OfModelFile;
  template: OfModelFile;
  'size-beyond-q4': { size: string; value: number; multiple: number };
  'unsupported-size': { size: string; value: number; multiple: number };
  'beyond-f16': { name: string; value: number; largest: number };
  'no-end-token': None;
  'model-name': { name: string };
  'shipped-models': None;
  'server-refused': { address: string; status: number };
  'address-not-reached': { address: string; reason: string };
  'no-graph': { folder: string; graph: string };
  'graph-malformed': { file: string; what: string };
  'graph-refused': { device: string; cause: string };
  'graph-failed': { cause: string };
  'library-refused': { folder: string; cause: string };
  'onnx-runtime-not-loaded': { library: string; cause: string };
  'no-logits': { folder: string };
  'no-embedding-model': { folder: string };
  'text-not-embedded': { model: string; text: string; what: string };

  // Requests to a model
  'unknown-word': { word: string };
  'token-outside-vocabulary': { token: number; vocabulary: number };
  'prompt-too-long': { tokens: number; newTokens: number; positions: number };
  'sequence-too-long': { tokens: number; positions: number };
  'model-not-finite': { what: string };
  'empty-update': None;

  // Models that the browser keeps, and the hub
  'model-exists': { name: string };
  'no-model-files': { name: string };
  'model-not-shipped': { name: string };
  'model-not-stored': { name: string };
  'no-model-storage': { reason: string };
  'no-room-for-model': { name: string; needed: number; available: number };
  'model-storage-full': { file: string };
  'model-storage-failed': { file: string; reason: string };
  'model-busy': { name: string };
  'model-copying': None;
  'model-broken-off': { path: string; at: number; size: number };
  'model-file-different': { path: string; how: 'longer' | 'other' };
  'no-unfinished-model': { name: string };
  'hub-off': { endpoint: string | null };
  'hub-name': { repository: string };
  'hub-connection-lost': { what: string; server: string; reason: string };
  'hub-unauthorized': HubAnswer;
  'hub-forbidden': HubAnswer;
  'hub-missing': HubAnswer;
  'hub-busy': HubAnswer;
  'hub-web-page': HubAnswer;
  'hub-refused': HubAnswer;
  'hub-without-ranges': { server: string; what: string };
  'hub-answer': { repository: string };

  // Exported models
  'no-weights-to-export': { run: string };
  'no-lora-adapter': { model: string };
  'adapter-over-other-weights': { model: string; before: string; now: string };
  'file-not-json': { file: string; cause: string };
  'zip-too-large': { bytes: number; largest: number };

  // Results, figures
  'summary-damaged': { where: string; problem: string };
  'not-a-summary': { where: string; version: number; place: string; cause: string };
  'not-a-results-file': { where: string; why: string };
  'batches-in-wrong-order': { closer: number; farther: number; alpha: number };

  // Families, and files of any kind
  'unknown-family': { name: string; known: string };
  'line-not-utf8': None;
  'not-json': { cause: string };
}

/** Errors of the command line only. Their sentences are in English only. */
export interface CommandErrorParameters {
  'run-exists': { run: string };
  'run-settings-invalid': { run: string; problems: readonly object[] };
  'sweep-invalid': { causes: readonly string[] };
  'sweep-not-json': { cause: string };
  'too-many-runs': { runs: number; most: number };
  'runs-the-same': None;
  'no-adapter-headless': None;
  'not-an-event-log': { path: string };
  'log-open-elsewhere': { log: string; pid: number; host: string; lock: string };
  'lock-in-the-way': { lock: string };
  'run-of-other-settings': {
    file: string;
    different: readonly { setting: string; stored: unknown; given: unknown }[];
  };
  'no-python': { python: string; cause: string };
  'python-ended': { how: string; cause: string };
  'python-package': { python: string; found: string | null; needed: string };
  'loop-setting': { setting: string; value: string; allowed: string };
  'loop-without-setting': { setting: string; value: string };
  'loop-turns': { family: string };
  'not-a-question': { place: string; cause: string };
  'not-a-task-of-family': { text: string; family: string };
  'no-solution': { family: string; text: string };
  'turn-after-end': { family: string; turns: number };
  'outside-agent': None;
  'not-outcomes': { place: string; cause: string };
  'outcome-of-no-task': { task: number };
  'outcomes-of-task': { task: number; given: number; groupSize: number };
  'columns-option': { part: string; roles: string };
  'not-a-shard': { text: string };
  'no-runs-here': { path: string };
  'no-items-in-folder': { benchmark: string; folder: string };
  'no-predictions': Predictions;
  'no-prediction-scored': Predictions;
  /** Options of which the user must give at least one. */
  'option-missing': { options: readonly string[] };
  'vocabulary-lacks-word': { family: string; word: string };
  'unknown-level': { level: number; levels: number };
  'unknown-recipe': { name: string; known: string };
  'not-an-assignment': { assignment: string };
  'model-not-in-manifest': { name: string };
  'ids-wrong-form': { path: string; cause: string };
  'continuation-too-long': { file: string; tokens: number; limit: number };
  'folder-missing': { folder: string };
  'not-a-folder': { folder: string };
  'no-run-in-file': { file: string };
  'file-not-readable': { path: string; cause: string };
  'output-is-read': { path: string; kind: 'file' | 'folder' };
  'output-of-other-kind': { path: string; found: string; kind: 'file' | 'folder' };
  'output-exists': { path: string; kind: 'file' | 'folder' };
  'run-process-ended': { how: string };
  'unknown-setting': { setting: string };
  'transformers-not-installed': None;
  'not-a-level': { family: string; level: number; levels: number };
  'no-results-to-write': None;
  'unknown-benchmark': { name: string; names: string };
  'unknown-part': { benchmark: string; part: string; parts: string };

  // Files of a benchmark, and texts that Python refuses
  'python-not-started': { cause: string };
  'no-items': { needs: string };
  'file-missing': None;
  'file-too-large': { size: number; limit: number };
  'line-too-long': { limit: number };
  'schema-mismatch': { place: string; cause: string };
  'not-an-array': None;
  'columns-missing': { columns: string };
  'quote-misplaced': None;
  'duplicate-id': { id: string };
  'category-not-scored': { category: string };
  'answer-missing': { id: string; file: string };
  'goal-of-other-type': { id: string; type: string };
  'inconsistent-game': { id: string; inconsistency: string };
  'not-pddl': None;
  'unknown-goal': None;
  parentheses: { fault: 'unopened' | 'unclosed' };
  /** `limit` is null if the parser ran out of stack before it reached a limit. */
  'nested-too-deep': { limit: number | null };
  'incomplete-call': None;
  'integer-too-long': { limit: number };
  'not-a-list-of-calls': None;
  'not-a-number': { literal: string };
  'not-evaluated': { does: 'calls' | 'uses' | 'too-large'; what: string };
  'python-no-end': None;
  'python-refuses': { error: string };
}

export interface ErrorParametersByCode extends PageErrorParameters, CommandErrorParameters {}

export type ErrorCode = keyof ErrorParametersByCode;

export type ErrorParameters = ErrorParametersByCode[ErrorCode];

/** Arguments of `CodedError` after the code. An error without values may omit them. */
export type Given<Code extends ErrorCode> = ErrorParametersByCode[Code] extends None
  ? [parameters?: None, cause?: unknown]
  : [parameters: ErrorParametersByCode[Code], cause?: unknown];
