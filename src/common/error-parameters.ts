/**
 * @file Types the errors that a user may see: a code with the values in the error's message. The English catalogue
 * lists the codes (`errors` in errors.json, and in command.json for errors of the command line only). Codes stay when
 * messages are reworded.
 *
 * The compiler checks the values of each thrown error (`CodedError`). For some errors, `src/text` prepares the values
 * before they enter the message. This file declares the values of such errors.
 */
import type { CommandMessages, ErrorsMessages } from './message-types.ts';
import type { None, ParametersByCode } from './message-data.ts';

export interface CodedProblem {
  readonly code: ErrorCode;
  readonly parameters: ErrorParameters;
}

/** Error as plain data. An error without a code has only a message. */
export type ErrorData = CodedProblem | { readonly code: null; readonly message: string };

/** Reason why a run does not fit on the GPU. Sizes are in bytes. */
export type Obstacle =
  | { code: 'memory' | 'buffer' | 'binding'; bytes: number; limit: number }
  /** The models cannot be laid out, because a weight exceeds a binding or a size is not supported. */
  | { code: 'refused'; problem: CodedProblem };

/** Place in a file at which a run's log becomes unreadable. Epochs and lines count from 1. */
interface EpochOfFile {
  epoch: number;
  epochs: number;
  line: number;
}

interface Predictions {
  benchmark: string;
  file: string;
  format: string;
  /** Example of an id of the benchmark. */
  example: string | number;
}

/** Page errors whose values `src/text/errors.ts` prepares. Sizes are in bytes. */
interface PreparedPageParameters {
  'parameter-too-large': { parameter: string; bytes: number; limit: number };
  'does-not-fit': { obstacle: Obstacle; settings: string };
  'run-diverged': {
    player: 'agent' | 'environment';
    what: string;
    epoch: number;
    setting: string;
    value: string | number | boolean;
  };
  'other-weights': { player: 'agent' | 'environment'; model: string; before: string; now: string };
  'not-prepared': {
    steps: number;
    wellFormed: number | null;
    right: number | null;
    valid: number | null;
  };
  settings: { problems: readonly object[] };
  'not-a-world': { file: string; faults: readonly object[] };
  'not-tasks': { file: string; faults: readonly object[] };
  'no-finished-epoch': { file: string | null; problems: readonly CodedProblem[] };
  'run-damaged': { name: string; problems: readonly CodedProblem[] };
  'epoch-damaged': EpochOfFile;
  'epoch-cut-off': EpochOfFile;
  /** `problem` is null if the files can be read but hold no rollouts. */
  'no-rollouts': { problem: CodedProblem | null };
  /** `file` is null if there is only one file. `row` is null if the whole file cannot be read. */
  'rollout-row': { file: string | null; row: number | null; problem: CodedProblem };
  'row-too-long': { most: number };
  'model-not-stored': { name: string };
  'no-room-for-model': { name: string; needed: number; available: number };
  'adapter-over-other-weights': { model: string; before: string; now: string };
  'zip-too-large': { bytes: number };
}

/** Errors of the command line whose values `src/text/reports.ts` prepares. */
interface PreparedCommandParameters {
  'run-settings-invalid': { run: string; problems: readonly object[] };
  'sweep-invalid': { causes: readonly string[] };
  'run-of-other-settings': {
    file: string;
    different: readonly { setting: string; stored: unknown; given: unknown }[];
  };
  'no-predictions': Predictions;
  'no-prediction-scored': Predictions;
  /** Options of which the user must give at least one. */
  'option-missing': { options: readonly string[] };
  'file-too-large': { size: number; limit: number };
  'line-too-long': { limit: number };
}

/** Errors of the page and its workers. The command line may throw them too. */
export type PageErrorParameters = ParametersByCode<ErrorsMessages['errors'], PreparedPageParameters>;

/** Errors of the command line only. Their messages are in English only. */
export type CommandErrorParameters = ParametersByCode<CommandMessages['errors'], PreparedCommandParameters>;

export type ErrorParametersByCode = PageErrorParameters & CommandErrorParameters;

export type ErrorCode = keyof ErrorParametersByCode;

export type ErrorParameters = ErrorParametersByCode[ErrorCode];

/** Arguments of `CodedError` after the code. An error without values may omit them. */
export type Given<Code extends ErrorCode> = ErrorParametersByCode[Code] extends None
  ? [parameters?: None, cause?: unknown]
  : [parameters: ErrorParametersByCode[Code], cause?: unknown];
