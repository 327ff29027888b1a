import { expect, it } from 'vitest';
import { knownRun } from '../../../analysis/testing/summaries.ts';
import { exampleUpTo } from '../../../analysis/testing/example-run.ts';
import { newRunRecord, type RunRecord } from '../../../store/run-store.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import { jobsHere } from '../../testing/jobs-here.ts';
import { FiguresPage, type Source } from './figures-page.svelte.ts';

const runsOf = (id: string) => [{ ...knownRun({ heldOut: [0, 1] }), id }];
const recordOf = (id: string, epochs: number): RunRecord => ({
  ...newRunRecord({ id, name: id, settings: {}, now: 1 }),
  epochs,
});

function opened(records: readonly RunRecord[]) {
  /** Figures drawn so far, with the ids of their runs. */
  const drawn: [kind: string, ids: string[]][] = [];
  const draw = (kind: string) => async (runs: readonly { id: string }[]) => {
    drawn.push([kind, runs.map(({ id }) => id)]);
    return [];
  };
  const figureJobs = jobsHere<Jobs<'figures'>>({
    'draw-figures': ({ runs }) => draw('figures')(runs),
    'draw-families': draw('families'),
    'recorded-results': async (address) => runsOf(address),
  });
  const recorded = [
    { name: 'arms', address: 'at/arms' },
    { name: 'calls', address: 'at/calls' },
  ];
  const reader = {
    list: async () => [...records],
    read: async (id: string) => ({ record: recordOf(id, 1), events: exampleUpTo(1) }),
  };
  return { page: new FiguresPage(reader, figureJobs, recorded), drawn };
}

it('draws at first the newest run with an epoch, or else the recorded families', async () => {
  const own = opened([recordOf('empty', 0), recordOf('new', 1), recordOf('old', 1)]);
  await own.page.refresh();
  expect(own.drawn).toEqual([['figures', ['new']]]);
  const none = opened([]);
  await none.page.refresh();
  expect(none.drawn).toEqual([['families', ['at/arms', 'at/calls']]]);
});

it.each<[Source, [string, string[]]]>([
  [{ kind: 'recorded', name: 'calls' }, ['figures', ['at/calls']]],
  [{ kind: 'families' }, ['families', ['at/arms', 'at/calls']]],
])('draws the chosen source, also after a refresh: %o', async (source, expected) => {
  const { page, drawn } = opened([recordOf('new', 1)]);
  await page.refresh();
  await page.choose(source);
  await page.refresh();
  expect(drawn.slice(1)).toEqual([expected, expected]);
  expect(page.problem).toBeUndefined();
});

it('draws every chosen run', async () => {
  const { page, drawn } = opened([recordOf('new', 1), recordOf('old', 1)]);
  await page.refresh();
  await page.chooseRun('old', true);
  expect(drawn.at(-1)).toEqual(['figures', ['new', 'old']]);
});
