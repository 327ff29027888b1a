/**
 * @file One request to the Hugging Face hub, or to a server with the same paths. Whatever is not the answer asked for
 * becomes a sentence: a page of a captive portal, a login, a missing repository, a lost connection.
 */
import { CodedError } from '../../common/coded-error.ts';

/** @param what the file or repository, for messages */
export async function hubRequest(
  what: string,
  address: string,
  init: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  const server = new URL(address).host;
  const response = await connected(what, server, () => send(address, init));
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (response.ok && !isPage) return response;
  await response.body?.cancel();
  throw refusal(what, server, response.status, isPage);
}

/** Turns the failure of a request, or of a body on its way, into a sentence. */
export async function connected<Result>(what: string, server: string, receive: () => Promise<Result>): Promise<Result> {
  try {
    return await receive();
  } catch (error) {
    if (error instanceof CodedError || (error as Error).name === 'AbortError') throw error;
    const reason = (error as Error).message;
    throw new CodedError(
      'hub-connection-lost',
      `The connection to ${server} was lost while ${what} was asked for (${reason}). Check the connection; what has arrived is kept, and resuming goes on from there.`,
      { what, server, reason },
      error,
    );
  }
}

type Refusal = 'hub-unauthorized' | 'hub-forbidden' | 'hub-missing' | 'hub-busy' | 'hub-web-page' | 'hub-refused';

function refusal(what: string, server: string, status: number, isPage: boolean): CodedError {
  const error = (code: Refusal, sentence: string) => new CodedError(code, sentence, { what, server, status });
  const byHand = 'Download the repository with the hub’s own program (hf download) and pick its folder here';
  switch (status) {
    case 401:
      return error(
        'hub-unauthorized',
        `${server} does not give ${what} to anonymous visitors (401): the repository does not exist, or asks for a login. Check the name. ${byHand} if you have access.`,
      );
    case 403:
      return error(
        'hub-forbidden',
        `${server} does not give ${what} to this page (403): its licence has to be accepted there first. Accept it on the hub. ${byHand}.`,
      );
    case 404:
      return error(
        'hub-missing',
        `${server} has no ${what} (404). Check the name, written as owner/name; the repository may have been renamed.`,
      );
    case 429:
      return error(
        'hub-busy',
        `${server} takes no more requests from here for now (429). Wait some minutes, then resume; what has arrived is kept.`,
      );
    default:
      return isPage && status < 400
        ? error(
            'hub-web-page',
            `${server} answered with a web page in place of ${what}: a login page of the network, or not a server with the hub’s paths. Check the address and the network, then try again.`,
          )
        : error(
            'hub-refused',
            `${server} could not give ${what}: it answered ${status}. Try again later; what has arrived is kept.`,
          );
  }
}
