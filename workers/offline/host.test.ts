import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { OfflineHost } from './host.ts';

const FOLDER = 'https://example.org/play/';
/** Returns the content that the web server has at an address. */
const content = (address: string): string => `content of ${address}`;
const integrityOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const hashes = (...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, integrityOf(content(FOLDER + path))]));
const FILES = {
  version: 'b2',
  shell: hashes('', 'assets/a.js'),
  asked: hashes('models/small/config.json'),
};
const MODEL = `${FOLDER}models/small/config.json`;

/** Caches by name, each with responses by address. */
let stored: Map<string, Map<string, Response>>;
/** Addresses requested from the network. */
let asked: string[];
let online: boolean;
/** If true, the network answers every request with its login page. */
let portal: boolean;
let work: Promise<unknown>[];

async function network(request: string | Request, { integrity }: RequestInit = {}): Promise<Response> {
  const address = typeof request === 'string' ? request : request.url;
  if (!online) throw new TypeError('Failed to fetch');
  asked.push(address);
  const body = portal ? '<!doctype html>Log in' : content(address);
  // Browsers reject a body with another hash in this way.
  if (integrity && integrityOf(body) !== integrity) throw new TypeError('Failed to fetch');
  return new Response(body);
}

const opened = (name: string): Cache => {
  if (!stored.has(name)) stored.set(name, new Map());
  const cache = stored.get(name)!;
  return {
    put: async (address: string, response: Response) => void cache.set(address, response),
    match: async (address: string) => cache.get(address)?.clone(),
  } as unknown as Cache;
};

const host = () =>
  new OfflineHost(FILES, {
    folder: FOLDER,
    caches: {
      open: async (name) => opened(name),
      keys: async () => [...stored.keys()],
      delete: async (name) => stored.delete(name),
    },
    fetch: network,
  });

/** Makes an object like a request, because only browsers can make requests of mode "navigate". */
const request = (address: string, init: { mode?: string; method?: string } = {}): Request =>
  ({ url: address, method: 'GET', mode: 'cors', ...init }) as unknown as Request;

const answer = async (address: string, init?: { mode?: string; method?: string }): Promise<string | undefined> => {
  const response = await host().answer(request(address, init), (promise) => work.push(promise));
  await Promise.all(work);
  return response?.text();
};

beforeEach(async () => {
  [stored, asked, work, online, portal] = [new Map(), [], [], true, false];
  await host().install();
  asked.length = 0;
});

it('serves the page and its scripts without a network', async () => {
  online = false;
  expect(await answer(`${FOLDER}?v=1&alpha=0.4`, { mode: 'navigate' })).toBe(content(FOLDER));
  expect(await answer(`${FOLDER}assets/a.js`)).toBe(content(`${FOLDER}assets/a.js`));
});

it('requests the page from the network first, and never a file that it has', async () => {
  await answer(`${FOLDER}?v=1`, { mode: 'navigate' });
  await answer(`${FOLDER}assets/a.js`);
  expect(asked).toEqual([`${FOLDER}?v=1`]);
});

it('caches a model after the first request', async () => {
  await answer(MODEL);
  online = false;
  expect(await answer(MODEL)).toBe(content(MODEL));
});

describe('a network that answers with its login page', () => {
  it('provides no model, and its answer is not cached', async () => {
    portal = true;
    await expect(answer(MODEL)).rejects.toThrow('Failed to fetch');
    portal = false;
    expect(await answer(MODEL)).toBe(content(MODEL));
  });

  it('installs no files', async () => {
    stored.clear();
    portal = true;
    await expect(host().install()).rejects.toThrow('Failed to fetch');
    expect([...stored.values()].flatMap((cache) => [...cache.keys()])).toEqual([]);
  });
});

it('leaves everything else to the network', async () => {
  expect(await answer('https://huggingface.co/models/small/config.json')).toBeUndefined();
  expect(await answer(`${FOLDER}other.json`)).toBeUndefined();
  expect(await answer(`${FOLDER}assets/a.js`, { method: 'POST' })).toBeUndefined();
  expect(await answer(`${FOLDER}docs/`, { mode: 'navigate' })).toBeUndefined();
});

it('deletes the caches of earlier builds of this page, and no others', async () => {
  const others = ['models', 'build-https://example.org/other/#b1'];
  for (const name of [`build-${FOLDER}#b1`, ...others]) opened(name);
  await host().activate();
  expect([...stored.keys()].sort()).toEqual([`build-${FOLDER}#b2`, ...others].sort());
});
