/** @file The error of the tensor engine that a person may meet: what happened, and what to do about it. */
import { CodedError, type ErrorParameters } from '../common/coded-error.ts';

export type DeviceErrorCode =
  'no-webgpu' | 'no-adapter' | 'operation-refused' | 'device-lost' | 'kernel-not-built' | 'parameter-too-large';

export class DeviceError extends CodedError<DeviceErrorCode> {
  override name = 'DeviceError';

  /**
   * @param what what happened, a sentence without its full stop
   * @param remedy what a person can do, a sentence without its full stop
   */
  constructor(code: DeviceErrorCode, what: string, remedy: string, parameters?: ErrorParameters) {
    super(code, `${what}. ${remedy}.`, parameters);
  }
}
