/**
 * @file The worker's side of a thread: its object is exposed through Comlink, and errors keep their code and parameters.
 */
import * as Comlink from 'comlink';
import { keepErrorCodes } from './error-codes.ts';

/** @param contract an object with asynchronous methods, called from the other side */
export function expose(contract: object): void {
  keepErrorCodes();
  Comlink.expose(contract);
}
