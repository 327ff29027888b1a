/**
 * @file Reads a model repository of the Hugging Face hub. The hub's library lists the files, and range requests fetch
 * them (RFC 9110, section 14). All requests use the commit chosen at the beginning.
 */
import { listFiles, modelInfo } from '@huggingface/hub';
import { CodedError } from '../../common/coded-error.ts';
import type { ByteRange, ModelFiles } from '../../lm/files/model-files.ts';
import { type HubOrigin, type ListedFile, type ModelSource, parseListing } from './model-record.ts';

/** Maximum number of files in a repository. Model repositories have far fewer. */
const MAX_FILES = 10_000;
const NAME = /^[\w.-]+\/[\w.-]+$/;

/**
 * Opens a repository at its newest commit and lists its files.
 * @param origin repository as `owner/name`, and the hub's address without a slash at the end
 * @throws CodedError if the name is malformed, or the hub's answer cannot be used
 */
export async function openHub(
  { repository, endpoint }: Pick<HubOrigin, 'repository' | 'endpoint'>,
  signal: AbortSignal,
): Promise<ModelSource> {
  if (!NAME.test(repository)) throw new CodedError('hub-name', { repository });
  // Use our own errors, because the library would report a web page or a lost connection as a JSON error.
  const ask: typeof fetch = (address, init) => hubRequest(repository, String(address), { ...init, signal });
  const common = { hubUrl: endpoint, fetch: ask };
  try {
    const { sha: revision } = await modelInfo({ name: repository, additionalFields: ['sha'], ...common });
    if (!revision) throw strangeAnswer(repository);
    const listing = { repo: { type: 'model', name: repository }, recursive: true, revision, ...common } as const;
    const listed: ListedFile[] = [];
    for await (const { type, path, size, lfs } of listFiles(listing)) {
      if (type === 'file') listed.push({ path, size: lfs?.size ?? size, sha256: lfs?.oid ?? null });
      if (listed.length > MAX_FILES) throw strangeAnswer(repository);
    }
    const files = parseListing(listed);
    if (!files) throw strangeAnswer(repository);
    return hubSource({ kind: 'hub', endpoint, repository, revision }, files, signal);
  } catch (error) {
    // All other errors mean that the library could not understand the hub's answer.
    if (error instanceof CodedError || (error as Error).name === 'AbortError') throw error;
    throw strangeAnswer(repository, error);
  }
}

/** Opens a repository at a known commit with a known list of files. */
export function hubSource(origin: HubOrigin, files: readonly ListedFile[], signal: AbortSignal): ModelSource {
  const { endpoint, repository, revision } = origin;
  const server = new URL(endpoint).host;
  const what = (path: string) => `${repository}/${path}`;
  const request = (path: string, range: string | undefined, within: AbortSignal) =>
    hubRequest(
      what(path),
      `${endpoint}/${repository}/resolve/${revision}/${path.split('/').map(encodeURIComponent).join('/')}`,
      { signal: within, ...(range && { headers: { range: `bytes=${range}` } }) },
    );
  const sizes = new Map(files.map(({ path, size }) => [path, size]));

  async function read(path: string, range?: ByteRange): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const size = sizes.get(path);
    if (size === undefined) return undefined;
    const begin = Math.min(range?.begin ?? 0, size);
    const end = Math.min(range?.end ?? size, size);
    if (begin === end) return new Uint8Array();
    const response = await request(path, range && `${begin}-${end - 1}`, signal);
    if (range && response.status !== 206) {
      await response.body?.cancel();
      throw new CodedError('hub-without-ranges', { server, what: what(path) });
    }
    return connected(what(path), server, async () => new Uint8Array(await response.arrayBuffer()));
  }

  const folder: ModelFiles = { name: `hf:${repository}`, size: async (path) => sizes.get(path), read };
  return {
    name: `hf:${repository}`,
    origin,
    files,
    folder,
    async open(path, from, within) {
      const response = await request(path, from > 0 ? `${from}-` : undefined, within);
      return { from: response.status === 206 ? from : 0, stream: told(response.body!, what(path), server) };
    },
  };
}

/** Wraps a response body so that a failure while reading it is a CodedError. */
function told(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  what: string,
  server: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await connected(what, server, () => reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const strangeAnswer = (repository: string, cause?: unknown): CodedError =>
  new CodedError('hub-answer', { repository }, cause);

/** Sends a request and refuses error statuses and web pages. @param what file or repository, for messages */
async function hubRequest(what: string, address: string, init: RequestInit): Promise<Response> {
  const server = new URL(address).host;
  const response = await connected(what, server, () => fetch(address, init));
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (response.ok && !isPage) return response;
  await response.body?.cancel();
  throw refusal(what, server, response.status, isPage);
}

/** Returns the result of `receive`, a request or a download. A failure becomes a CodedError. */
async function connected<Result>(what: string, server: string, receive: () => Promise<Result>): Promise<Result> {
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
  const answer = { what, server, status };
  return new CodedError(code, answer);
}
