/** @file Calls go by their path to the object on the other side, and reject once its thread has failed instead of hanging. */
import * as Comlink from 'comlink';
import { expect, it } from 'vitest';
import { type Answer, answerWith, calls, methodsOf } from './calls.ts';
import { racing } from './spawn.ts';

class Counter {
  constructor(private readonly value: number) {}
  async add(plus: number): Promise<number> {
    return this.value + plus;
  }
}
const contract = { counter: new Counter(3), never: () => new Promise<number>(() => {}) };
type Contract = typeof contract;

const local: Answer = (path, ...request) => answerWith(contract, path, ...request);

it('passes calls on to methods and to those of services', async () => {
  const proxy = racing<Contract>(local, new Promise(() => {}));
  expect(await proxy.counter.add(4)).toBe(7);
});

it('passes calls on through Comlink, and to an object that calls another', async () => {
  const { port1, port2 } = new MessageChannel();
  const other = { deeper: methodsOf(async () => contract), own: calls<Counter>(async (path, plus) => [...path, plus]) };
  const answer: Answer = (path, ...request) => answerWith(other, path, ...request);
  Comlink.expose(answer, port1);
  const proxy = racing<typeof other>(Comlink.wrap<Answer>(port2), new Promise(() => {}));
  expect(await proxy.deeper.counter.add(4)).toBe(7);
  expect(await proxy.own.add(4)).toEqual(['add', 4]);
  port1.close();
});

it('rejects a call of a service or of a method that is not there', async () => {
  const proxy = calls<Record<string, () => Promise<void>>>(local);
  await expect(proxy.other()).rejects.toThrow(TypeError);
});

it('rejects the call that is waiting, and those after it, once the thread has failed', async () => {
  let fail: (cause: Error) => void = () => {};
  const proxy = racing<Contract>(local, new Promise((_, reject) => (fail = reject)));
  const waiting = proxy.never();
  fail(new Error('The thread has stopped.'));
  await expect(waiting).rejects.toThrow('The thread has stopped.');
  await expect(proxy.never()).rejects.toThrow('The thread has stopped.');
});

it('can be handed through promises without being called', async () => {
  const proxy = racing<Contract>(local, new Promise(() => {}));
  expect(await Promise.resolve(proxy)).toBe(proxy);
});
