/** @file The three curves of a live run of which a past epoch is in view. */
import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import { runMetrics } from '../../../../../analysis/metrics.ts';
import { viewRun } from '../../../../../analysis/run-view.ts';
import { recordRun, tableSettings } from '../../../../../genenv/testing/record-run.ts';
import type { RunPlayer } from '../../../../state/run-player.svelte.ts';
import StoryCurves from './StoryCurves.svelte';

it('curves and the map of levels end at the epoch in view', async () => {
  const events = await recordRun(tableSettings({ epochs: 3, evalEvery: 1 }));
  const run = {
    kind: 'live',
    view: viewRun(events),
    metrics: runMetrics(events),
    lastEpoch: 3,
    seek: async () => {},
  } as const;
  const drawn = (pinned: number | undefined) => {
    const player: Partial<RunPlayer> = { ...run, pinned, epoch: pinned ?? 3 };
    const props = {
      player: player as RunPlayer,
      story: null,
      evaluation: undefined,
      epochsPlanned: 3,
      evaluating: false,
      against: undefined,
    };
    const { body } = render(StoryCurves, { props });
    const points = /class="training[^"]*" d="([^"]*)"/.exec(body)![1].match(/[ML]/g)!.length;
    const columns = new Set(body.match(/<rect x="[^"]*"/g)).size;
    return { points, columns };
  };
  expect(drawn(undefined)).toEqual({ points: 3, columns: 4 });
  expect(drawn(1)).toEqual({ points: 1, columns: 2 });
});
