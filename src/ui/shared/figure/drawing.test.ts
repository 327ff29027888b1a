import { expect, it } from 'vitest';
import { Drawing } from './drawing.svelte.ts';

it('asks one question at a time, skips outdated questions, and keeps the last answer', async () => {
  const drawing = new Drawing<number>();
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
  await Promise.all([1, 2, 3, 4].map((n) => drawing.draw(question(n))));
  expect(asked).toEqual([1, 4]);
  expect([drawing.value, drawing.busy, drawing.problem]).toEqual([4, false, undefined]);
});

it('keeps the last drawing if a question fails, and answers the next question', async () => {
  const drawing = new Drawing<number>();
  await drawing.draw(async () => 1);
  await drawing.draw(() => Promise.reject(new Error('no')));
  expect([drawing.value, drawing.busy, drawing.problem?.cause]).toEqual([1, false, expect.any(String)]);
  await drawing.draw(async () => 2);
  expect([drawing.value, drawing.problem]).toEqual([2, undefined]);
});
