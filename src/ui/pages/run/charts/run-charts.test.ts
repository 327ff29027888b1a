import { mean } from 'simple-statistics';
import { beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../../../../analysis/metrics.ts';
import type { RunEvent } from '../../../../genenv/log/events.ts';
import { recordRun, tableSettings } from '../../../../genenv/testing/record-run.ts';
import { tableLoop } from '../../../../genenv/testing/table-loop.ts';
import { familiesByName } from '../../../../tasks/registry.ts';
import { familyTitle } from '../../../../text/families.ts';
import { runText } from '../../../../text/run.ts';
import type { ChartSpec } from './line-chart.ts';
import { comparedCharts, runCharts } from './run-charts.ts';

let log: RunEvent[];
beforeAll(async () => {
  log = await recordRun();
});

describe('the charts of a run', () => {
  const drawn = (chart: ChartSpec) => chart.points.map(({ curve, epoch, y }) => ({ curve, epoch, y }));

  it('draw each finished epoch once, over epochs or over rollouts', () => {
    const series = [{ name: 'run', metrics: runMetrics(log) }];
    const ended = log.filter((event) => event.type === 'epoch-ended');
    const [overEpochs, overRollouts] = (['epoch', 'rollouts'] as const).map((axis) => runCharts(series, axis));
    expect(drawn(overEpochs[0])).toEqual(
      ended.map(({ epoch, success: { k, n } }) => ({ curve: runText.charts.series.successRate, epoch, y: k / n })),
    );
    expect(overRollouts[0].points.map(({ x }) => x)).toEqual([
      ended[0].cost.agentRollouts,
      ended[0].cost.agentRollouts + ended[1].cost.agentRollouts,
    ]);
  });

  it('show each family on its own if there are several', async () => {
    const names = ['household', 'function-calling'];
    const { run } = await tableLoop(familiesByName(names), 'easy');
    const events = await run({
      families: names,
      epochs: 2,
      tasksPerEpoch: 8,
      baseShare: 0.5,
      evalEvery: 1,
      evalTasks: 1,
    });
    const series = [{ name: 'run', metrics: runMetrics(events) }];
    const charts = new Map(runCharts(series, 'epoch').map((chart) => [chart.id, chart]));
    const ended = events.filter((event) => event.type === 'epoch-ended');
    const titles = names.map(familyTitle);
    expect(drawn(charts.get('family-success')!)).toEqual(
      names.flatMap((name, i) =>
        ended.map(({ epoch, successByFamily }) => {
          const { k, n } = successByFamily![name];
          return { curve: titles[i], epoch, y: k / n };
        }),
      ),
    );
    expect(drawn(charts.get('family-recent')!)).toEqual(
      names.flatMap((name, i) =>
        ended.map(({ epoch, state }) => ({ curve: titles[i], epoch, y: state.recentSuccess[name] })),
      ),
    );
    const heldOut = charts.get('family-held-out')!.points;
    expect(heldOut.map(({ curve, epoch }) => [curve, epoch])).toEqual(
      titles.flatMap((title) => [0, 1, 2].map((epoch) => [title, epoch])),
    );
    const last = ended[1].heldOut!;
    expect(mean(heldOut.filter(({ epoch }) => epoch === 2).map(({ y }) => y))).toBeCloseTo(last.success, 12);
    const ofOne = runCharts([{ name: 'run', metrics: runMetrics(log) }], 'epoch').map(({ id }) => id);
    expect(ofOne.filter((id) => id.startsWith('family'))).toEqual([]);
  });

  it('show held-out success from before the first epoch on, beside training success', () => {
    const series = [{ name: 'run', metrics: runMetrics(log) }];
    const heldOut = runCharts(series, 'epoch').find(({ id }) => id === 'held-out')!;
    const epochsOf = (curve: string) =>
      heldOut.points.filter((point) => point.curve === curve).map(({ epoch }) => epoch);
    expect(epochsOf(runText.charts.heldOut)).toEqual([0, 1, 2]);
    expect(epochsOf(runText.charts.training)).toEqual([1, 2]);
  });
});

it('compared runs have one curve per chart, in their own colours', async () => {
  const other = await recordRun(tableSettings({ seed: 5 }));
  const runs = [log, other].map((events, i) => ({
    name: `run ${i}`,
    metrics: runMetrics(events),
    colour: `#00000${i}`,
  }));
  const [levels, heldOut] = comparedCharts(runs, ['level', 'heldOut']);
  for (const [i, { name, metrics, colour }] of runs.entries()) {
    const drawn = (chart: ChartSpec) => chart.points.filter(({ curve }) => curve === name);
    expect(levels.keys[i]).toEqual({ name, colour });
    expect(drawn(levels).map(({ y }) => y)).toEqual(metrics.epochs.map(({ meanLevel }) => meanLevel));
    expect(drawn(heldOut).map(({ epoch, y }) => [epoch, y])).toEqual(
      metrics.heldOut.map(({ epoch, success }) => [epoch, success]),
    );
  }
});
