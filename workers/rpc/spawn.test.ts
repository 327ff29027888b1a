/** @file Calls of a thread that has failed reject instead of hanging. */
import * as Comlink from 'comlink';
import { expect, it } from 'vitest';
import { racing } from './spawn.ts';

const contract = {
  value: 3,
  async answer(this: { value: number }, plus: number): Promise<number> {
    return this.value + plus;
  },
  never: () => new Promise<number>(() => {}),
};

it('passes calls on', async () => {
  expect(await racing(contract, new Promise(() => {})).answer(4)).toBe(7);
});

it('passes calls on through Comlink', async () => {
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(contract, port1);
  const remote = Comlink.wrap<typeof contract>(port2) as object as typeof contract;
  expect(await racing(remote, new Promise(() => {})).answer(4)).toBe(7);
  port1.close();
});

it('rejects the call that is waiting, and those after it, once the thread has failed', async () => {
  let fail: (cause: Error) => void = () => {};
  const proxy = racing(contract, new Promise((_, reject) => (fail = reject)));
  const waiting = proxy.never();
  fail(new Error('The thread has stopped.'));
  await expect(waiting).rejects.toThrow('The thread has stopped.');
  await expect(proxy.never()).rejects.toThrow('The thread has stopped.');
});

it('can be handed through promises without being called', async () => {
  const proxy = racing(contract, new Promise(() => {}));
  expect(await Promise.resolve(proxy)).toBe(proxy);
});
