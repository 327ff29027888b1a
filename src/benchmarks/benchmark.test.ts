import { expect, it } from 'vitest';
import { alfworld } from './alfworld/alfworld.ts';
import type { AlfworldItem } from './alfworld/problem.ts';
import { bamboogle } from './bamboogle/bamboogle.ts';
import { itemsOfPart, partsOf } from './benchmark.ts';
import { benchmarkByName, BENCHMARKS } from './registry.ts';

const items = ['seen', 'unseen', 'seen'].map((split, i) => ({ id: String(i), split }) as AlfworldItem);

it('names the parts of the items, and chooses one', () => {
  expect(partsOf(alfworld, items)).toEqual(['seen', 'unseen']);
  expect(itemsOfPart(alfworld, items, 'seen').map(({ id }) => id)).toEqual(['0', '2']);
  expect(itemsOfPart(alfworld, items, undefined)).toBe(items);
});

it('names the parts there are in the error for another one', () => {
  expect(() => itemsOfPart(alfworld, items, 'train')).toThrow(
    'unknown-part {"benchmark":"alfworld","part":"train","parts":"seen, unseen"}',
  );
  expect(partsOf(bamboogle, [])).toEqual([]);
  expect(() => itemsOfPart(bamboogle, [], 'x')).toThrow('"parts":""');
});

it('have different names', () => {
  const names = BENCHMARKS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.map((name) => benchmarkByName(name))).toEqual(BENCHMARKS);
});
