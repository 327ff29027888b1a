import { expect, it } from 'vitest';
import { Latest } from './drawing.svelte.ts';

it('asks one question at a time, leaves out those overtaken, and answers the last', async () => {
  const latest = new Latest();
  const asked: number[] = [];
  let under = 0;
  const question = (n: number) => async () => {
    asked.push(n);
    under += 1;
    expect(under).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    under -= 1;
    return n;
  };
  const answers = await Promise.all([1, 2, 3, 4].map((n) => latest.ask(question(n))));
  expect(answers).toEqual([undefined, undefined, undefined, 4]);
  expect(asked).toEqual([1, 4]);
});

it('goes on after a question that failed', async () => {
  const latest = new Latest();
  await expect(latest.ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await latest.ask(async () => 1)).toBe(1);
});
