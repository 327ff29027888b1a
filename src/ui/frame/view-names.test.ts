import { expect, it } from 'vitest';
import { addressOf, DESTINATIONS, destinationOf, viewOf, VIEWS } from './view-names.ts';

it('finds every view by its address, and keeps the settings of a link', () => {
  for (const view of VIEWS) {
    const address = addressOf(view, { pathname: '/play/', search: '?v=1&alpha=0.4' });
    const { hash, search, pathname } = new URL(address, 'http://localhost');
    expect(viewOf(hash)).toBe(view);
    expect([pathname, search]).toEqual(['/play/', '?v=1&alpha=0.4']);
  }
});

it('names no view for other fragments', () => {
  expect(viewOf('#loop')).toBeUndefined();
  expect(viewOf('#settings')).toBeUndefined();
});

it('has every view in exactly one destination', () => {
  expect(new Set(VIEWS).size).toBe(VIEWS.length);
  for (const view of VIEWS) expect(DESTINATIONS[destinationOf(view)]).toContain(view);
});
