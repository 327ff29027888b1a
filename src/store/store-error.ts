/**
 * @file The error of storage: a code, and a sentence that names the cause and the remedy.
 *
 * Sources of the conditions: the Indexed Database API 3.0, the Storage Standard (quota) and Node's error codes.
 */
import { CodedError, type ErrorParameters } from '../common/coded-error.ts';
import { causeOf } from '../common/system-error.ts';

export type StoreProblem =
  /** No room left on this device, or for this site. */
  | 'full'
  /** Another tab keeps the old database open, or has written this run in the meantime. */
  | 'conflict'
  /** The browser gives no database here: private mode, blocked site data, a newer version of the page. */
  | 'unavailable'
  /** What was asked for is not stored. */
  | 'missing'
  /** Stored or given data is not what it should be. */
  | 'damaged'
  | 'failed';

export class StoreError extends CodedError<`store-${StoreProblem}`> {
  override name = 'StoreError';

  constructor(
    readonly problem: StoreProblem,
    message: string,
    parameters: ErrorParameters = {},
    cause?: unknown,
  ) {
    super(`store-${problem}`, message, parameters, cause);
  }
}

/** Turns anything that storage threw into a {@link StoreError}, or the coded error that it is; `doing` completes the sentence "Could not …". */
export function storeError(error: unknown, doing: string): CodedError {
  if (error instanceof CodedError) return error;
  const name = error instanceof Error ? error.name : '';
  const reason = causeOf(error);
  const parameters = { doing, reason };
  if ((error as { code?: unknown } | null)?.code === 'ENOSPC')
    return new StoreError(
      'full',
      `Could not ${doing}: the disk is full. Free some space and run the same command again.`,
      parameters,
      error,
    );
  switch (name) {
    case 'QuotaExceededError':
      return new StoreError(
        'full',
        `Could not ${doing}: the browser has no room left for this site. Nothing half-written was kept; delete or export old runs, or free disk space, and try again.`,
        parameters,
        error,
      );
    case 'VersionError':
      return new StoreError(
        'unavailable',
        `Could not ${doing}: the stored runs were written by a newer version of this page. Reload the page to get that version.`,
        parameters,
        error,
      );
    case 'SecurityError':
      return new StoreError(
        'unavailable',
        `Could not ${doing}: the browser gives this page no database (${reason}). Leave private browsing or allow site data for this page, then reload.`,
        parameters,
        error,
      );
    case 'InvalidStateError':
      return new StoreError(
        'unavailable',
        `Could not ${doing}: the connection to the stored runs was closed, because another tab runs a newer version of this page or the browser cleared its data. Reload the page; finished epochs are kept unless the data was cleared.`,
        parameters,
        error,
      );
    case 'DataCloneError':
      return new StoreError(
        'damaged',
        `Could not ${doing}: an event holds something that is not plain data (${reason}).`,
        parameters,
        error,
      );
    default:
      return new StoreError(
        'failed',
        `Could not ${doing}: ${reason}. Nothing half-written was kept; try again.`,
        parameters,
        error,
      );
  }
}

/**
 * Runs `work` and turns its failure into one that {@link storeError} gives.
 * @param doing completes the sentence "Could not …"
 */
export async function explainFailure<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error, doing);
  }
}

/** The error for a run that is not stored. */
export const unknownRun = (id: string): StoreError =>
  new StoreError('missing', `There is no stored run "${id}": it was removed, or belongs to another browser profile.`, {
    run: id,
  });

/** The error for a commit that does not continue the stored events. */
export const conflictingCommit = (id: string, expected: number, found: number): StoreError =>
  new StoreError(
    'conflict',
    `Run "${id}" already holds ${found} events, not the ${expected} this one continues from: another tab or program has written it. Close one of them and reopen the run.`,
    { run: id, expected, found },
  );
