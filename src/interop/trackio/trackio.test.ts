/** @file A run as Trackio reads it: names of columns as it shortens them, steps, and messages. */
import { csvParse } from 'd3-dsv';
import { expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { recordRun } from '../../genenv/testing/record-run.ts';
import { splitEpochs } from '../../store/run-store.ts';
import { curvesCsv } from './curves.ts';
import { tracesOf } from './traces.ts';

const events = await recordRun();
const metrics = runMetrics(events);

/** What Trackio 0.43 makes of a column's name (`simplify_column_names`), before it numbers those that are the same. */
const shortened = (name: string): string => name.replace(/[^a-zA-Z0-9/]/g, '').slice(0, 10);

it('has a step and a column a metric, of which no two are the same to Trackio', () => {
  const rows = csvParse(curvesCsv(metrics));
  const { columns } = rows;
  expect(columns[0]).toBe('step');
  expect(new Set(columns.map(shortened)).size).toBe(columns.length);
  expect(columns).toEqual(expect.arrayContaining(['successRate', 'agent/kl', 'env/reward', 'text/unsolvable']));
  const [before, first, second] = rows;
  expect(rows.map(({ step }) => step)).toEqual(['0', '1', '2']);
  expect(before).toMatchObject({ heldOut: String(metrics.heldOut[0].success), successRate: '' });
  expect(first).toMatchObject({ successRate: String(metrics.epochs[0].successRate) });
  expect(second).toMatchObject({ 'agent/rollouts': String(metrics.epochs[1].spent.agentRollouts) });
});

it('has a trace a rollout, with the observations between the answers', () => {
  const [first] = splitEpochs(events);
  const rolledOut = first.find((event) => event.type === 'rolled-out')!;
  const scored = first.find((event) => event.type === 'scored')!;
  const [rollout, ...others] = rolledOut.rollouts;
  const played = { ...rollout, turns: ['open', 'take'], observations: ['a mug'] };
  const epoch = first.map((event) => (event === rolledOut ? { ...event, rollouts: [played, ...others] } : event));
  const traces = tracesOf(epoch);
  expect(traces).toHaveLength(scored.rollouts.length);
  expect(traces[0].step).toBe(1);
  expect(traces[0].messages.slice(1)).toEqual([
    { role: 'assistant', content: 'open' },
    { role: 'user', content: 'a mug' },
    { role: 'assistant', content: 'take' },
  ]);
  expect(traces.map(({ metadata }) => metadata.reward)).toEqual(scored.rollouts.map(({ reward }) => reward));
});
