/** @file A dead thread answers with a sentence instead of never. */
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
