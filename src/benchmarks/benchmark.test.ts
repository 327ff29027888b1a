import { expect, it } from 'vitest';
import { alfworld } from './alfworld/alfworld.ts';
import type { AlfworldItem } from './alfworld/problem.ts';
import { bamboogle } from './bamboogle/bamboogle.ts';
import { itemsOfPart, partsOf } from './benchmark.ts';

const items = ['seen', 'unseen', 'seen'].map((split, i) => ({ id: String(i), split }) as AlfworldItem);

it('counts the items of each part, and chooses one', () => {
  expect(partsOf(alfworld, items)).toEqual([
    { name: 'seen', items: 2 },
    { name: 'unseen', items: 1 },
  ]);
  expect(itemsOfPart(alfworld, items, 'seen').map(({ id }) => id)).toEqual(['0', '2']);
  expect(itemsOfPart(alfworld, items, undefined)).toBe(items);
});

it('names the parts there are', () => {
  expect(() => itemsOfPart(alfworld, items, 'train')).toThrow(
    'unknown-part {"benchmark":"alfworld","part":"train","parts":"seen, unseen"}',
  );
  expect(partsOf(bamboogle, [])).toEqual([]);
  expect(() => itemsOfPart(bamboogle, [], 'x')).toThrow('"parts":""');
});
