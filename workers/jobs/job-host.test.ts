import * as Comlink from 'comlink';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CodedError } from '../../src/common/coded-error.ts';
import { keepErrorCodes } from '../rpc/connect.ts';
import { type JobContext, JobHost } from './job-host.ts';

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

const jobs: Record<string, (input: number, context: JobContext<number>) => Promise<unknown>> = {
  async count(to, { report }) {
    for (let i = 1; i <= to; i++) report(i);
    return to;
  },
  async waits(_, { report, signal }) {
    report(1);
    for (;;) {
      await nextTurn();
      signal.throwIfAborted();
    }
  },
  fails: () => Promise.reject(new CodedError('model-copying')),
};

let ports: MessageChannel;
let remote: Comlink.Remote<JobHost>;

beforeEach(() => {
  keepErrorCodes();
  ports = new MessageChannel();
  Comlink.expose(new JobHost(jobs), ports.port1);
  remote = Comlink.wrap<JobHost>(ports.port2);
});
afterEach(() => {
  ports.port1.close();
  ports.port2.close();
});

it('throttles frequent progress reports, but always passes on the last one', async () => {
  const seen: number[] = [];
  const onProgress = Comlink.proxy((progress: unknown) => void seen.push(progress as number));
  expect(await remote.start(1, 'count', 1000, onProgress)).toBe(1000);
  await expect.poll(() => seen.at(-1)).toBe(1000);
  expect(seen[0]).toBe(1);
  expect(seen.length).toBeLessThan(10);
});

it('cancels only the job with that number, which rejects with an AbortError', async () => {
  const seen: unknown[] = [];
  const cancelled = remote.start(
    1,
    'waits',
    0,
    Comlink.proxy((progress: unknown) => void seen.push(progress)),
  );
  const other = remote.start(2, 'waits', 0);
  const settled: string[] = [];
  const ended = cancelled.catch((error: Error) => settled.push(error.name));
  void other.catch(() => settled.push('other'));
  await expect.poll(() => seen).toEqual([1]);
  await remote.cancel(1);
  await ended;
  expect(settled).toEqual(['AbortError']);
  await remote.cancel(2);
  await expect(other).rejects.toMatchObject({ name: 'AbortError' });
});

it('keeps the code of a failure, and runs other jobs after it', async () => {
  await expect(remote.start(1, 'fails', 0)).rejects.toMatchObject({ code: 'model-copying' });
  expect(await remote.start(2, 'count', 1)).toBe(1);
});

it('releases the caller’s function when the job has ended', async () => {
  let released = false;
  const proxy = Object.assign(async () => {}, { [Comlink.releaseProxy]: () => void (released = true) });
  const host = new JobHost(jobs);
  await expect(host.start(1, 'fails', 0, proxy)).rejects.toThrow();
  expect(released).toBe(true);
});
