/** @file From which runs the figures part draws, without a page around it. */
import { expect, it } from 'vitest';
import type { FiguresWorker } from '../../../../workers/jobs/figures/contract.ts';
import type { StoredSweep, SweepWorker } from '../../../../workers/jobs/sweep/contract.ts';
import { knownRun } from '../../../analysis/testing/summaries.ts';
import { FiguresPage, type Source } from './figures-page.svelte.ts';

const runsOf = (name: string) => ({ summaries: [knownRun({ models: name, heldOut: [0, 1] })] });

function opened(sweeps: readonly string[]) {
  /** Drawn figures: models stand for the source of each run. */
  const drawn: [kind: string, models: string[]][] = [];
  const draw = (kind: string) => async (runs: { summaries: readonly { models: string }[] }) => {
    drawn.push([kind, runs.summaries.map(({ models }) => models)]);
    return [];
  };
  const worker = {
    sweeps: async () => sweeps.map((name) => ({ name, finished: 1 }) as StoredSweep),
    results: async (name: string) => runsOf(name),
  } as Partial<SweepWorker> as SweepWorker;
  const drawer = {
    figures: draw('figures'),
    families: draw('families'),
    recorded: async (address: string) => runsOf(address),
  } as Partial<FiguresWorker> as FiguresWorker;
  const recorded = [
    { name: 'arms', address: 'at/arms' },
    { name: 'calls', address: 'at/calls' },
  ];
  const page = new FiguresPage(
    worker,
    { runs: async () => [], read: () => Promise.reject(new Error()) },
    () => drawer,
    recorded,
  );
  return { page, drawn };
}

it('are at first the newest sweep, or else the recorded families', async () => {
  const own = opened(['new', 'old']);
  await own.page.refresh();
  expect(own.drawn).toEqual([['figures', ['new']]]);
  const none = opened([]);
  await none.page.refresh();
  expect(none.drawn).toEqual([['families', ['at/arms', 'at/calls']]]);
});

it.each<[Source, [string, string[]]]>([
  [{ kind: 'sweep', name: 'old' }, ['figures', ['old']]],
  [{ kind: 'recorded', name: 'calls' }, ['figures', ['at/calls']]],
  [{ kind: 'families', of: 'own' }, ['families', ['new', 'old']]],
])('are those chosen, also after reading again: %o', async (source, expected) => {
  const { page, drawn } = opened(['new', 'old']);
  await page.refresh();
  await page.choose(source);
  await page.refresh();
  expect(drawn.slice(1)).toEqual([expected, expected]);
  expect(page.problem).toBeUndefined();
});
