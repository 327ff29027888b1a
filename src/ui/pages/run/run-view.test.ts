import { beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../genenv/events.ts';
import { runMetrics } from '../../../analysis/metrics.ts';
import { figures } from './charts/figures.ts';
import type { ChartSpec } from './charts/line-chart.ts';
import { compareLogs } from './compare-logs.ts';
import { addEvent, emptyRun, lastStage, nextStage, tasksOf, viewRun } from './run-view.ts';
import { STAGES } from '../../../genenv/events.ts';
import { recordRun, tableSettings } from '../../testing/table-run.ts';
import { text } from '../../../text/en/page.ts';

let log: RunEvent[];
beforeAll(async () => {
  log = await recordRun();
});

const until = (type: RunEvent['type'], epoch: number) =>
  log.slice(0, log.findIndex((event) => event.type === type && 'epoch' in event && event.epoch === epoch) + 1);

describe('the view of a run', () => {
  it('holds every stage of every epoch, and none before it has happened', () => {
    const view = viewRun(log);
    expect(view.epochs.map(({ epoch }) => epoch)).toEqual([1, 2]);
    for (const epoch of view.epochs) for (const stage of STAGES) expect(epoch[stage]?.type).toBe(stage);
    const half = viewRun(until('scored', 2));
    expect(lastStage(half.epochs[1])).toBe('scored');
    expect(nextStage(half)).toBe('filtered');
    expect(half.epochs[1].filtered).toBeUndefined();
  });

  it('starts the next epoch with the first stage', () => {
    expect(nextStage(emptyRun)).toBe('tasks-written');
    expect(nextStage(viewRun(until('epoch-ended', 1)))).toBe('tasks-written');
  });

  it('forgets what followed a stage that is repeated, as after a reload in the middle of an epoch', () => {
    const events = until('filtered', 2);
    const again = events.find((event) => event.type === 'tasks-written' && event.epoch === 2)!;
    const view = addEvent(viewRun(events), again);
    expect(lastStage(view.epochs[1])).toBe('tasks-written');
    expect(view.epochs[0]).toEqual(viewRun(log).epochs[0]);
  });

  it('keeps for each epoch the settings its filter judged with', () => {
    const before = until('filtered', 1);
    const rest = log.slice(before.length);
    const change: RunEvent = { type: 'settings-changed', epoch: 1, changes: { alpha: 0.8 } };
    const view = viewRun([...before, change, ...rest]);
    expect(view.epochs.map(({ settings }) => settings.alpha)).toEqual([0.5, 0.8]);
    expect(view.epochs[0].changes).toEqual([change]);
    expect(view.settings?.alpha).toBe(0.8);
    const earlier = viewRun([...until('scored', 1), change]);
    expect(earlier.epochs[0].settings.alpha).toBe(0.8);
  });

  it('gathers for each task what all stages said of it', () => {
    const [epoch] = viewRun(log).epochs;
    const tasks = tasksOf(epoch);
    expect(tasks).toHaveLength(epoch['tasks-written']!.texts.length);
    for (const task of tasks) {
      expect(task.rollouts).toHaveLength(task.text.used ? tableSettings().groupSize : 0);
      const successes = task.rollouts.filter(({ score }) => score!.success).length;
      expect(task.scored?.count.k ?? 0).toBe(successes);
      expect(task.verdict !== undefined).toBe(task.text.used);
      for (const { rollout, score } of task.rollouts) expect(score!.rollout).toBe(rollout.rollout);
    }
  });
});

describe('the figures of a run', () => {
  const drawn = (chart: ChartSpec) => chart.points.map(({ curve, epoch, y }) => ({ curve, epoch, y }));

  it('draw each finished epoch once, over epochs or over what was spent', () => {
    const series = [{ name: 'run', metrics: runMetrics(log) }];
    const ended = log.filter((event) => event.type === 'epoch-ended');
    const [overEpochs, overRollouts] = (['epoch', 'rollouts'] as const).map((axis) => figures(series, axis));
    expect(drawn(overEpochs[0])).toEqual(
      ended.map(({ epoch, success: { k, n } }) => ({ curve: text.charts.series.successRate, epoch, y: k / n })),
    );
    expect(overRollouts[0].points.map(({ x }) => x)).toEqual([
      ended[0].cost.agentRollouts,
      ended[0].cost.agentRollouts + ended[1].cost.agentRollouts,
    ]);
  });

  it('put held-out success beside training success, from before the first epoch on', () => {
    const held = figures([{ name: 'run', metrics: runMetrics(log) }], 'epoch').find(({ id }) => id === 'held-out')!;
    const epochsOf = (curve: string) => held.points.filter((point) => point.curve === curve).map(({ epoch }) => epoch);
    expect(epochsOf(text.charts.heldOut)).toEqual([0, 1, 2]);
    expect(epochsOf(text.charts.training)).toEqual([1, 2]);
  });
});

describe('comparing two logs', () => {
  it('finds the same run of the same seed, and the first event of another', async () => {
    const same = await recordRun();
    expect(compareLogs(log, same)).toEqual({
      same: log.length,
      difference: undefined,
      lengths: [log.length, log.length],
    });
    const other = await recordRun(tableSettings({ seed: 2 }));
    expect(compareLogs(log, other).difference).toBe(0);
  });

  it('goes on from what is known', () => {
    const known = compareLogs(log.slice(0, 3), log);
    expect(known).toEqual({ same: 3, difference: undefined, lengths: [3, log.length] });
    const changed = [...log];
    changed[5] = { ...log[5], epoch: 9 } as RunEvent;
    expect(compareLogs(log, changed, known)).toMatchObject({ same: 5, difference: 5 });
  });
});
