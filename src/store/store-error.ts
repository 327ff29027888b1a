/** @file The errors of storage, by the Indexed Database API 3.0, the Storage Standard and Node's error codes. */
import { CodedError } from '../common/coded-error.ts';
import { causeOf } from '../common/system-error.ts';

/** Turns anything that storage threw into a coded error; `doing` completes the sentence "Could not …". */
export function storeError(error: unknown, doing: string): CodedError {
  if (error instanceof CodedError) return error;
  const name = error instanceof Error ? error.name : '';
  const reason = causeOf(error);
  const parameters = { doing, reason };
  if ((error as { code?: unknown } | null)?.code === 'ENOSPC') return new CodedError('disk-full', parameters, error);
  switch (name) {
    case 'QuotaExceededError':
      return new CodedError('store-full', parameters, error);
    case 'VersionError':
      return new CodedError('store-newer', parameters, error);
    case 'SecurityError':
      return new CodedError('store-unavailable', parameters, error);
    case 'InvalidStateError':
      return new CodedError('store-closed', parameters, error);
    case 'DataCloneError':
      return new CodedError('event-not-plain-data', parameters, error);
    default:
      return new CodedError('store-failed', parameters, error);
  }
}

/** Runs `work`, whose failure becomes a {@link storeError}. @param doing completes "Could not …" */
export async function explainFailure<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error, doing);
  }
}

export const unknownRun = (id: string): CodedError =>
  new CodedError('store-missing', {
    run: id,
  });

/** The error for a run that is to be made and is there already. */
export const runExists = (id: string): CodedError => new CodedError('run-exists', { run: id });

/** The error for a commit that does not continue the stored events. */
export const conflictingCommit = (id: string, expected: number, found: number): CodedError =>
  new CodedError('store-conflict', { run: id, expected, found });
