/**
 * @file The worker's side of a thread: its object is exposed through Comlink, and errors keep their code and parameters.
 *
 * A worker whose imports are loaded in part later (the words of the chosen language, src/text/language.ts) exposes its
 * object after its first messages may have arrived, and a message without a listener is lost. So messages are kept from
 * here on: such a worker imports this file first.
 */
import '../../src/common/no-generated-code.ts';
import './same-origin-scripts.ts';
import * as Comlink from 'comlink';
import { answerWith } from './calls.ts';
import { keepErrorCodes } from './error-codes.ts';

const early: MessageEvent[] = [];
const keep = (event: MessageEvent): void => void early.push(event);
addEventListener('message', keep);

/** @param contract an object with asynchronous methods, or of services that have such, called from the other side */
export function expose(contract: object): void {
  keepErrorCodes();
  removeEventListener('message', keep);
  Comlink.expose(answerWith.bind(undefined, contract));
  for (const event of early) dispatchEvent(event);
}
