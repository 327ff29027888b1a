/** @file Reads model folders from web servers that support ranges, ignore them, or fail. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ModelFiles } from './model-files.ts';
import { webFolder } from './web-folder.ts';

const content = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 31) % 251);

/** Returns the folder of a server that runs until the test is over. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<ModelFiles> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return webFolder(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`);
}

/** Answers ranges as RFC 9110 says. */
function answerRange(request: IncomingMessage, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!;
  const begin = Number(first);
  const end = Math.min(Number(last) + 1, content.length);
  if (begin >= content.length) response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  else
    response
      .writeHead(206, { 'content-range': `bytes ${begin}-${end - 1}/${content.length}` })
      .end(content.subarray(begin, end));
}

it('distinguishes a missing file, a start page in its place and a failing server', async () => {
  const source = await serve((request, response) => {
    if (request.url === '/a/page.json') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    else response.writeHead(request.url === '/a/none.json' ? 404 : 503);
    response.end('<!doctype html>');
  });
  expect(await source.read('none.json')).toBeUndefined();
  expect(await source.size('none.json')).toBeUndefined();
  expect(await source.read('page.json')).toBeUndefined();
  expect(await source.read('page.json', { begin: 0, end: 8 })).toBeUndefined();
  await expect(source.read('busy.json')).rejects.toThrow(/server-refused.*busy\.json","status":503/);
  await expect(source.size('busy.json')).rejects.toThrow(/server-refused.*busy\.json","status":503/);
});

it('names an address where no server answers', async () => {
  const source = webFolder('http://127.0.0.1:9/a/');
  await expect(source.read('any.json')).rejects.toMatchObject({ code: 'address-not-reached' });
  await expect(source.size('any.json')).rejects.toThrow(/address-not-reached.*any\.json/);
});

it('requests ranges without the browser’s cache, which mixes them with a simultaneous request for the whole file', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  await (await serve(answerRange)).read('w', { begin: 0, end: 4 });
  expect(asked.mock.calls.map(([, init]) => init?.cache)).toEqual(['no-store']);
  asked.mockRestore();
});

it('requests only the bytes of a range, and returns fewer if the file ends within it', async () => {
  const source = await serve(answerRange);
  expect(await source.size('w')).toBe(content.length);
  expect(await source.read('w', { begin: 1000, end: 1010 })).toEqual(content.slice(1000, 1010));
  expect(await source.read('w', { begin: content.length - 3, end: content.length + 9 })).toEqual(content.slice(-3));
  expect(await source.read('w', { begin: content.length + 1, end: content.length + 9 })).toHaveLength(0);
});

it('reads forward through one body if the server ignores ranges, and starts again for an earlier range', async () => {
  let bodies = 0;
  const source = await serve((_, response) => {
    bodies++;
    response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  expect(await source.size('w')).toBe(content.length);
  bodies = 0;
  for (const [begin, end] of [
    [0, 8],
    [8, 70_001],
    [90_000, 200_000],
    [299_990, 300_020],
  ])
    expect(await source.read('w', { begin, end })).toEqual(content.slice(begin, end));
  expect(bodies).toBe(1);
  expect(await source.read('w', { begin: 5, end: 6 })).toEqual(content.slice(5, 6));
  expect(bodies).toBe(2);
});

it('counts the bytes of a file whose size the server does not state', async () => {
  const source = await serve((_, response) => {
    response.writeHead(200, { 'transfer-encoding': 'chunked' });
    response.write(content.subarray(0, 1000));
    response.end(content.subarray(1000));
  });
  expect(await source.size('w')).toBe(content.length);
});

it('reports a connection that is lost in the middle of a file', async () => {
  const source = await serve((_, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 1000), () => response.destroy());
  });
  for (const range of [undefined, { begin: 0, end: 2000 }])
    await expect(source.read('w', range)).rejects.toMatchObject({ code: 'address-not-reached' });
});
