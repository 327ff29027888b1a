/**
 * @file A worker's side of its thread: what it does is loaded while its first calls are kept, since a message without a
 * listener is lost, and is then exposed through Comlink. Errors keep their code and parameters.
 */
import '../../src/common/no-generated-code.ts';
import './same-origin-scripts.ts';
import * as Comlink from 'comlink';
import { answerThrown, keepErrorCodes } from './error-codes.ts';

/** @param open gives the object whose methods are called; where it fails, waiting calls reject and the next one tries again */
export function serve(open: () => Promise<object>): void {
  keepErrorCodes();
  const early: MessageEvent<{ id: string }>[] = [];
  let opening: Promise<void> | undefined;
  const answer = async (): Promise<void> => {
    try {
      const contract = await open();
      removeEventListener('message', keep);
      Comlink.expose(contract);
      for (const event of early) dispatchEvent(event);
    } catch (error) {
      for (const { data } of early.splice(0)) postMessage(answerThrown(data.id, error));
    } finally {
      opening = undefined;
    }
  };
  const keep = (event: MessageEvent<{ id: string }>): void => {
    early.push(event);
    opening ??= answer();
  };
  addEventListener('message', keep);
  opening = answer();
}
