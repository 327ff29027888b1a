/** @file The error of the tensor engine that a person may meet: what happened, and what to do about it. */
import { CodedError } from '../common/coded-error.ts';
import type { Given } from '../common/error-parameters.ts';

export type DeviceErrorCode =
  | 'no-webgpu'
  | 'no-adapter'
  | 'no-adapter-headless'
  | 'adapter-withdrawn'
  | 'operation-refused'
  | 'device-lost'
  | 'kernel-not-built'
  | 'parameter-too-large';

export class DeviceError<Code extends DeviceErrorCode = DeviceErrorCode> extends CodedError<Code> {
  override name = 'DeviceError';

  /**
   * @param what what happened, a sentence without its full stop
   * @param remedy what a person can do, a sentence without its full stop
   */
  constructor(code: Code, what: string, remedy: string, ...given: Given<Code>) {
    super(code, `${what}. ${remedy}.`, ...given);
  }
}
