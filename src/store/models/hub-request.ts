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
    throw new CodedError('hub-connection-lost', { what, server, reason }, error);
  }
}

const REFUSALS: Readonly<Record<number, 'hub-unauthorized' | 'hub-forbidden' | 'hub-missing' | 'hub-busy'>> = {
  401: 'hub-unauthorized',
  403: 'hub-forbidden',
  404: 'hub-missing',
  429: 'hub-busy',
};

function refusal(what: string, server: string, status: number, isPage: boolean): CodedError {
  const code = REFUSALS[status] ?? (isPage && status < 400 ? 'hub-web-page' : 'hub-refused');
  return new CodedError(code, { what, server, status });
}
