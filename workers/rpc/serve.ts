/**
 * @file Exposes a worker's object through Comlink once the first message has brought the page's language and the code is
 * loaded. Earlier calls are kept, because a message without a listener is lost. Errors keep their code and parameters.
 */
import '../../src/common/no-generated-code.ts';
import './same-origin-scripts.ts';
import * as Comlink from 'comlink';
import { useLanguage } from '../../src/text/language.ts';
import { answerThrown, type InitMessage, keepErrorCodes } from './connect.ts';

/** Serves calls. @param open returns the object to call. If it fails, waiting calls reject and the next call retries. */
export function serve(open: (part: string) => Promise<object>): void {
  keepErrorCodes();
  const early: MessageEvent<{ id: string }>[] = [];
  let part = '';
  let opening: Promise<void> | undefined;
  const answer = async (): Promise<void> => {
    try {
      const contract = await open(part);
      removeEventListener('message', receive);
      Comlink.expose(contract);
      for (const event of early) dispatchEvent(event);
    } catch (error) {
      for (const { data } of early.splice(0)) postMessage(answerThrown(data.id, error));
    } finally {
      opening = undefined;
    }
  };
  const receive = (event: MessageEvent<InitMessage | { id: string }>): void => {
    if ('part' in event.data) {
      useLanguage(event.data.language);
      part = event.data.part;
    } else early.push(event as MessageEvent<{ id: string }>);
    opening ??= answer();
  };
  addEventListener('message', receive);
}
