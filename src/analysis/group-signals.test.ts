import { expect, it } from 'vitest';
import { groupSignals } from './group-signals.ts';
import type { EpochView } from './run-view.ts';

/** An epoch of one task for each list of outcomes, with advantages r − μ. */
const epoch = (...outcomes: boolean[][]): EpochView =>
  ({
    scored: {
      rollouts: outcomes.flatMap((group, task) => {
        const mean = group.filter(Boolean).length / group.length;
        return group.map((success, rollout) => ({ task, rollout, success, advantage: Number(success) - mean }));
      }),
    },
  }) as unknown as EpochView;

it('is 2k(G − k)/G on average for k right of G, which is largest at half', () => {
  const [yes, no] = [true, false];
  const all = groupSignals([
    epoch([no, no, no, no], [yes, no, no, no], [yes, yes, no, no]),
    epoch([yes, yes, yes, no], [yes, yes, yes, yes], [no, yes, no, yes]),
  ]);
  expect(all.map(({ groups }) => groups)).toEqual([1, 1, 2, 1, 1]);
  expect(all.map(({ signal }) => signal)).toEqual(
    [0, 1, 2, 3, 4].map((k) => expect.closeTo((2 * k * (4 - k)) / 4, 12)),
  );
});

it('says nothing of groups of several sizes, nor of none', () => {
  expect(groupSignals([epoch([true, false]), epoch([true])])).toEqual([]);
  expect(groupSignals([])).toEqual([]);
});
