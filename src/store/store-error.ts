/**
 * @file The errors of storage: codes, and sentences that name the cause and the remedy.
 *
 * Sources of the conditions: the Indexed Database API 3.0, the Storage Standard (quota) and Node's error codes.
 */
import { CodedError } from '../common/coded-error.ts';
import { causeOf } from '../common/system-error.ts';

/** Turns anything that storage threw into a coded error; `doing` completes the sentence "Could not …". */
export function storeError(error: unknown, doing: string): CodedError {
  if (error instanceof CodedError) return error;
  const name = error instanceof Error ? error.name : '';
  const reason = causeOf(error);
  const parameters = { doing, reason };
  if ((error as { code?: unknown } | null)?.code === 'ENOSPC')
    return new CodedError(
      'disk-full',
      `Could not ${doing}: the disk is full. Free some space and run the same command again.`,
      parameters,
      error,
    );
  switch (name) {
    case 'QuotaExceededError':
      return new CodedError(
        'store-full',
        `Could not ${doing}: the browser has no room left for this site. Nothing half-written was kept; delete or export old runs, or free disk space, and try again.`,
        parameters,
        error,
      );
    case 'VersionError':
      return new CodedError(
        'store-newer',
        `Could not ${doing}: the stored runs were written by a newer version of this page. Reload the page to get that version.`,
        parameters,
        error,
      );
    case 'SecurityError':
      return new CodedError(
        'store-unavailable',
        `Could not ${doing}: the browser gives this page no database (${reason}). Leave private browsing or allow site data for this page, then reload.`,
        parameters,
        error,
      );
    case 'InvalidStateError':
      return new CodedError(
        'store-closed',
        `Could not ${doing}: the connection to the stored runs was closed, because another tab runs a newer version of this page or the browser cleared its data. Reload the page; finished epochs are kept unless the data was cleared.`,
        parameters,
        error,
      );
    case 'DataCloneError':
      return new CodedError(
        'event-not-plain-data',
        `Could not ${doing}: an event holds something that is not plain data (${reason}).`,
        parameters,
        error,
      );
    default:
      return new CodedError(
        'store-failed',
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
export const unknownRun = (id: string): CodedError =>
  new CodedError(
    'store-missing',
    `There is no stored run "${id}": it was removed, or belongs to another browser profile.`,
    {
      run: id,
    },
  );

/** The error for a run that is to be made and is there already. */
export const runExists = (id: string): CodedError =>
  new CodedError('run-exists', `${id} already holds a run. Choose another file, or resume it.`, { run: id });

/** The error for a commit that does not continue the stored events. */
export const conflictingCommit = (id: string, expected: number, found: number): CodedError =>
  new CodedError(
    'store-conflict',
    `Run "${id}" already holds ${found} events, not the ${expected} this one continues from: another tab or program has written it. Close one of them and reopen the run.`,
    { run: id, expected, found },
  );
