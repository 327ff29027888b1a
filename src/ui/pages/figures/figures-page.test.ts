/** @file Checks which runs the figures part draws, without a page around it. */
import { expect, it } from 'vitest';
import { knownRun } from '../../../analysis/testing/summaries.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import { jobsHere } from '../../testing/jobs-here.ts';
import { FiguresPage, type Source } from './figures-page.svelte.ts';

const runsOf = (name: string) => ({ summaries: [knownRun({ models: name, heldOut: [0, 1] })] });

function opened(sweeps: readonly string[]) {
  /** Figures drawn so far. Each run's models stand for its source. */
  const drawn: [kind: string, models: string[]][] = [];
  const draw = (kind: string) => async (runs: { summaries: readonly { models: string }[] }) => {
    drawn.push([kind, runs.summaries.map(({ models }) => models)]);
    return [];
  };
  const sweepJobs = jobsHere<Jobs<'sweeps'>>({
    'stored-sweeps': async () => sweeps.map((name) => ({ name, sweep: null, finished: 1, runs: 1, updatedAt: 0 })),
    'sweep-results': async (name) => runsOf(name),
  });
  const figureJobs = jobsHere<Jobs<'figures'>>({
    'draw-figures': ({ runs }) => draw('figures')(runs),
    'draw-families': draw('families'),
    'recorded-results': async (address) => runsOf(address),
  });
  const recorded = [
    { name: 'arms', address: 'at/arms' },
    { name: 'calls', address: 'at/calls' },
  ];
  const reader = { runs: async () => [], read: () => Promise.reject(new Error()) };
  const page = new FiguresPage(sweepJobs, reader, figureJobs, recorded);
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
