import * as Comlink from 'comlink';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CodedError } from '../../src/common/coded-error.ts';
import { ModelFileError } from '../../src/lm/files/model-file-error.ts';
import { connect, keepErrorCodes, type Thread, withOwn } from './connect.ts';

class Counter {
  constructor(private readonly value: number) {}
  async add(plus: number): Promise<number> {
    return this.value + plus;
  }
}
const contract = {
  counter: new Counter(3),
  never: () => new Promise<number>(() => {}),
  refused: () => Promise.reject<void>(new ModelFileError('malformed', 'config.json', 'not JSON')),
  mistake: () => Promise.reject<void>(new TypeError('x is not a function')),
  text: () => Promise.reject<void>('only a text'),
};

/** Stands in for a worker, but runs the contract in this thread. */
class ChannelWorker extends EventTarget {
  readonly channel = new MessageChannel();
  readonly sent: unknown[] = [];
  constructor() {
    super();
    keepErrorCodes();
    Comlink.expose(contract, this.channel.port2);
    this.channel.port1.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent('message', { data }));
  }
  postMessage(message: unknown, transfer: Transferable[] = []) {
    this.sent.push(message);
    this.channel.port1.postMessage(message, transfer);
  }
  terminate() {
    this.channel.port1.close();
  }
}

let worker: ChannelWorker;
let thread: Thread<typeof contract>;
beforeEach(() => {
  worker = new ChannelWorker();
  thread = connect<typeof contract>(worker as EventTarget as Worker, 'the test');
});
afterEach(() => {
  worker.terminate();
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('passes calls on to methods, and to methods of services', async () => {
  expect(await thread.proxy.counter.add(4)).toBe(7);
});

it('tells a worker the page’s language before any call', async () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { languages: ['zh-CN'] });
  vi.resetModules();
  const { connect: connectFromPage } = await import('./connect.ts');
  const started = new ChannelWorker();
  await connectFromPage<typeof contract>(started as EventTarget as Worker, 'the page’s', 'onnx').proxy.counter.add(1);
  const [first, call] = started.sent;
  expect(first).toEqual({ language: 'zh', part: 'onnx' });
  expect(call).toHaveProperty('id');
});

it('keeps code, parameters, name and stack of an error, and passes others on as Comlink does', async () => {
  const error = await thread.proxy.refused().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CodedError);
  expect(error).toMatchObject({
    code: 'malformed',
    parameters: { file: 'config.json', what: 'not JSON' },
    name: 'ModelFileError',
    stack: expect.stringContaining('ModelFileError'),
  });
  const mistake = await thread.proxy.mistake().catch((thrown: unknown) => thrown);
  expect(mistake).not.toBeInstanceOf(CodedError);
  expect(mistake).toMatchObject({ name: 'TypeError', message: 'x is not a function' });
  await expect(thread.proxy.text()).rejects.toBe('only a text');
});

it('rejects a call of a missing service or method', async () => {
  const proxy = thread.proxy as object as { other(): Promise<void> };
  await expect(proxy.other()).rejects.toMatchObject({ name: 'TypeError' });
});

it('rejects waiting and later calls once the worker has failed', async () => {
  const waiting = [thread.proxy.never(), thread.proxy.never()];
  expect(thread.alive).toBe(true);
  worker.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  const stopped = { code: 'thread-stopped', parameters: { worker: 'the test', cause: 'out of memory' } };
  for (const call of [...waiting, thread.proxy.never()]) await expect(call).rejects.toMatchObject(stopped);
  expect(thread.alive).toBe(false);
});

it('rejects waiting calls if a message cannot be read or the worker is terminated', async () => {
  const unread = thread.proxy.never();
  worker.dispatchEvent(new Event('messageerror'));
  await expect(unread).rejects.toMatchObject({ code: 'thread-unreadable' });
  const other = connect<typeof contract>(new ChannelWorker() as EventTarget as Worker, 'the other');
  const waiting = other.proxy.never();
  other.terminate();
  await expect(waiting).rejects.toMatchObject({ code: 'thread-ended', parameters: { worker: 'the other' } });
});

it('gives a remote object local methods, and lets it be awaited without a call', async () => {
  const counter = withOwn(thread.proxy.counter, { add: async (plus) => -plus });
  expect(await Promise.resolve(counter)).toBe(counter);
  expect(await counter.add(4)).toBe(-4);
  expect(await withOwn(thread.proxy.counter).add(4)).toBe(7);
});
