/**
 * @file Errors of the store of models: one sentence each, with the cause, the remedy, and what is kept.
 */
import { CodedError } from '../../common/coded-error.ts';

const megabytes = (bytes: number, round = Math.ceil): string => `${round(bytes / 1e6)} MB`;

/** Turns what the file system threw into a sentence; other errors of this program stay as they are. */
export function modelStoreError(error: unknown, file: string): unknown {
  if (error instanceof CodedError || !(error instanceof Error)) return error;
  const reason = error.message || error.name;
  switch (error.name) {
    case 'AbortError':
      return error;
    case 'QuotaExceededError':
      return new CodedError(
        'model-storage-full',
        `${file} could not be stored: the browser has no room left for this site. Delete a model or old runs, or free ` +
          'disk space, then resume or add the model again; models that are listed as stored are not affected.',
        { file },
        error,
      );
    case 'NoModificationAllowedError':
    case 'InvalidStateError':
      return busyModel(file, error);
    default:
      return new CodedError(
        'model-storage-failed',
        `${file} could not be stored (${reason}). Try again; models that are listed as stored are not affected.`,
        { file, reason },
        error,
      );
  }
}

/** Before anything is written. @param needed bytes @param available bytes */
export const notEnoughRoom = (name: string, needed: number, available: number): CodedError =>
  new CodedError(
    'no-room-for-model',
    `${name} needs ${megabytes(needed)}, and the browser has room for ${megabytes(available, Math.floor)} more on this site. ` +
      'Delete a model or old runs, or free disk space, then try again. Nothing of it was stored.',
    { name, needed, available },
  );

export const busyModel = (name: string, cause?: unknown): CodedError =>
  new CodedError(
    'model-busy',
    `${name} is being added or deleted in another tab. Wait until that has ended, or close that tab.`,
    { name },
    cause,
  );

export const modelExists = (name: string): CodedError =>
  new CodedError('model-exists', `${name} is already stored. Delete it first, then add it again.`, { name });

export const noModelFiles = (name: string): CodedError =>
  new CodedError(
    'no-model-files',
    `${name} holds no model: there is no config.json at its top. Choose the folder that holds config.json, tokenizer.json and the weights (model.safetensors, or its parts with their index; or onnx/model.onnx).`,
    { name },
  );

/** A setting names a model that is not here, or not whole. */
export const modelNotStored = (name: string): CodedError =>
  new CodedError(
    'model-not-stored',
    name.startsWith('hf:')
      ? `${name} is not stored in this browser, and a page asks the hub only when it is told to. Under “Models”, download it where this page may ask the hub, or add its folder; then try again.`
      : `${name} is not stored in this browser, or its copy was not finished. Open “Models” and add its folder, then try again.`,
    { name },
  );

export const noModelStorage = (reason: string): CodedError =>
  new CodedError(
    'no-model-storage',
    `This browser gives the page no room for models (${reason}). Open the page over https or from localhost, outside private browsing, and allow site data.`,
    { reason },
  );
