/** @file The axes that learning is drawn over. */
import { describe, expect, it } from 'vitest';
import { heldOutCurve } from './run-summary.ts';
import { knownRun } from './testing/summaries.ts';

describe('an axis of learning curves', () => {
  it('counts what was spent before training', () => {
    const run = knownRun({ arm: 'static', heldOut: [0.1, 0.3] });
    run.heldOut.forEach((row) => (row.environmentFlops += 1000));
    expect(heldOutCurve(run, 'flops')).toEqual([
      { x: 0, y: 0.1 },
      { x: 1000, y: 0.1 },
      { x: 1100, y: 0.3 },
    ]);
  });
});
