/**
 * @file Exposes a worker's object through Comlink once its code is loaded. Calls that arrive earlier are kept, because a message
 * without a listener is lost. Errors keep their code and parameters.
 */
import '../../src/common/no-generated-code.ts';
import './same-origin-scripts.ts';
import * as Comlink from 'comlink';
import { answerThrown, keepErrorCodes } from './error-codes.ts';

/** @param open returns the object to call; if it fails, waiting calls reject and the next call tries again */
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
