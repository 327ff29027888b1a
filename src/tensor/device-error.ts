/** @file The one error of the tensor engine that a person may meet: what happened and what to do about it. */

/** Cause and remedy, a sentence each. */
export class DeviceError extends Error {
  override name = 'DeviceError';

  /** Both without their last full stop; the remedy may already be part of the cause. */
  constructor(cause: string, remedy?: string) {
    super(remedy ? `${cause}. ${remedy}.` : `${cause}.`);
  }
}
