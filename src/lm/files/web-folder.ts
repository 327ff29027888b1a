/**
 * @file Reads a model folder at a web address by HTTP ranges (RFC 9110, section 14).
 *
 * A server may ignore `Range` and send the whole file. The response body then stays open, and ranges are cut from it. So a
 * reader that goes forward through a file downloads it once and keeps none of it in memory.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { ByteRange, ModelFiles } from './model-files.ts';

/** Body of a response, read from beginning to end. */
interface OpenBody {
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  /** Number of bytes of the file before `rest`. */
  position: number;
  /** Bytes that were received but not yet returned. */
  rest: Uint8Array<ArrayBuffer>;
}

/** Presents a folder at a web address. @param url address with or without the last slash */
export function webFolder(url: string): ModelFiles {
  const base = url.endsWith('/') ? url : `${url}/`;
  /** Whole bodies by file, from a server that ignores ranges. A body is taken out of the map while it is read. */
  const bodies = new Map<string, OpenBody>();
  return {
    name: url,

    async size(file) {
      const response = await request(base + file, { begin: 0, end: 1 });
      if (!response) return undefined;
      if (response.status !== 200) {
        await response.body?.cancel();
        const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
        if (total !== undefined) return Number(total);
      } else if (response.headers.has('content-length') && !response.headers.has('content-encoding')) {
        await response.body?.cancel();
        return Number(response.headers.get('content-length'));
      }
      return countBytes(base + file);
    },

    async read(file, range) {
      if (!range) {
        const response = await request(base + file);
        return response && connected(base + file, async () => new Uint8Array(await response.arrayBuffer()));
      }
      let body = bodies.get(file);
      bodies.delete(file);
      if (!body || body.position > range.begin) {
        await body?.reader.cancel();
        const response = await request(base + file, range);
        if (!response) return undefined;
        if (response.status === 416) return new Uint8Array();
        if (response.status === 206)
          return connected(base + file, async () => new Uint8Array(await response.arrayBuffer()));
        body = { reader: response.body!.getReader(), position: 0, rest: new Uint8Array() };
      }
      const open = body;
      const bytes = await connected(base + file, () => cut(open, range));
      bodies.set(file, open);
      return bytes;
    },
  };
}

/** Reads a body forward to the end of a range, and returns the range. */
async function cut(body: OpenBody, { begin, end }: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - begin);
  let filled = 0;
  while (begin + filled < end) {
    if (body.rest.length === 0) {
      const { done, value } = await body.reader.read();
      if (done) return bytes.subarray(0, filled);
      body.rest = value;
    }
    const skipped = Math.min(body.rest.length, begin + filled - body.position);
    const wanted = body.rest.subarray(skipped, skipped + end - begin - filled);
    bytes.set(wanted, filled);
    filled += wanted.length;
    body.position += skipped + wanted.length;
    body.rest = body.rest.subarray(skipped + wanted.length);
  }
  return bytes;
}

/** Counts the bytes of a file by downloading it, for servers that do not state the size. */
async function countBytes(address: string): Promise<number | undefined> {
  const response = await request(address);
  if (!response?.body) return response && 0;
  const reader = response.body.getReader();
  return connected(address, async () => {
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes;
      bytes += value.length;
    }
  });
}

/** Returns the response for a file or range (status 416 if the file ends before it); undefined if it is missing. */
async function request(address: string, range?: ByteRange): Promise<Response | undefined> {
  const response = await connected(address, () =>
    // Bypass the browser's cache. While the service worker fetches a whole file on a first visit, Chromium joins ranges
    // with that request, and returns wrong bytes or none.
    fetch(address, range && { headers: { range: `bytes=${range.begin}-${range.end - 1}` }, cache: 'no-store' }),
  );
  if (response.status === 404) return undefined;
  if (!response.ok && !(range && response.status === 416))
    throw new CodedError('server-refused', { address, status: response.status });
  // The server of a single-page application answers every unknown address with its start page.
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
    await response.body?.cancel();
    return undefined;
  }
  return response;
}

/** Returns the result of `receive`. @throws CodedError `address-not-reached` if the connection fails */
async function connected<Result>(address: string, receive: () => Promise<Result>): Promise<Result> {
  try {
    return await receive();
  } catch (error) {
    const reason = (error as Error).message;
    throw new CodedError('address-not-reached', { address, reason }, error);
  }
}
