/** @file Errors of the store of models. */
import { CodedError } from '../../common/coded-error.ts';

/** Turns what the file system threw into a sentence; other errors of this program stay as they are. */
export function modelStoreError(error: unknown, file: string): unknown {
  if (error instanceof CodedError || !(error instanceof Error)) return error;
  const reason = error.message || error.name;
  switch (error.name) {
    case 'AbortError':
      return error;
    case 'QuotaExceededError':
      return new CodedError('model-storage-full', { file }, error);
    case 'NoModificationAllowedError':
    case 'InvalidStateError':
      return busyModel(file, error);
    default:
      return new CodedError('model-storage-failed', { file, reason }, error);
  }
}

/** Before anything is written. @param needed bytes @param available bytes */
export const notEnoughRoom = (name: string, needed: number, available: number): CodedError =>
  new CodedError('no-room-for-model', { name, needed, available });

export const busyModel = (name: string, cause?: unknown): CodedError => new CodedError('model-busy', { name }, cause);

export const modelExists = (name: string): CodedError => new CodedError('model-exists', { name });

export const noModelFiles = (name: string): CodedError => new CodedError('no-model-files', { name });

/** A setting names a model that is not here, or not whole. */
export const modelNotStored = (name: string): CodedError => new CodedError('model-not-stored', { name });

export const noModelStorage = (reason: string): CodedError => new CodedError('no-model-storage', { reason });
