import { expect, it, vi } from 'vitest';
import { inTurn } from './in-turn.ts';

it('does each piece in a task of its own, in order, and none that was taken back', () => {
  vi.useFakeTimers();
  const done: string[] = [];
  const add = (name: string) => inTurn(() => done.push(name));
  add('first');
  const takeBack = add('second');
  add('third');
  expect(done).toEqual([]);
  takeBack();
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(['first']);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(['first', 'third']);
  expect(vi.getTimerCount()).toBe(0);
  // Removing finished work has no effect on later work.
  takeBack();
  add('fourth');
  vi.runAllTimers();
  expect(done).toEqual(['first', 'third', 'fourth']);
  vi.useRealTimers();
});
