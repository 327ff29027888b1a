/** @file The charts of a recorded run. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../../../../analysis/metrics.ts';
import type { RunEvent } from '../../../../genenv/events.ts';
import { recordRun } from '../../../../genenv/testing/record-run.ts';
import { text } from '../../../../text/text.ts';
import type { ChartSpec } from './line-chart.ts';
import { runCharts } from './run-charts.ts';

let log: RunEvent[];
beforeAll(async () => {
  log = await recordRun();
});

describe('the charts of a run', () => {
  const drawn = (chart: ChartSpec) => chart.points.map(({ curve, epoch, y }) => ({ curve, epoch, y }));

  it('draw each finished epoch once, over epochs or over what was spent', () => {
    const series = [{ name: 'run', metrics: runMetrics(log) }];
    const ended = log.filter((event) => event.type === 'epoch-ended');
    const [overEpochs, overRollouts] = (['epoch', 'rollouts'] as const).map((axis) => runCharts(series, axis));
    expect(drawn(overEpochs[0])).toEqual(
      ended.map(({ epoch, success: { k, n } }) => ({ curve: text.charts.series.successRate, epoch, y: k / n })),
    );
    expect(overRollouts[0].points.map(({ x }) => x)).toEqual([
      ended[0].cost.agentRollouts,
      ended[0].cost.agentRollouts + ended[1].cost.agentRollouts,
    ]);
  });

  it('put held-out success beside training success, from before the first epoch on', () => {
    const series = [{ name: 'run', metrics: runMetrics(log) }];
    const heldOut = runCharts(series, 'epoch').find(({ id }) => id === 'held-out')!;
    const epochsOf = (curve: string) =>
      heldOut.points.filter((point) => point.curve === curve).map(({ epoch }) => epoch);
    expect(epochsOf(text.charts.heldOut)).toEqual([0, 1, 2]);
    expect(epochsOf(text.charts.training)).toEqual([1, 2]);
  });
});
