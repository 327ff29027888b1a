/** @file Compares runs of a sweep in a session with runs straight from the loop. */
import { expect, it } from 'vitest';
import { summariseLog } from '../analysis/run-summary.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { openTables } from '../genenv/testing/record-run.ts';
import type { Models } from '../runs/models.ts';
import { Session } from '../runs/session.ts';
import { freshStore } from '../store/testing/fresh-store.ts';
import { ProcessRunLocks } from '../store/testing/process-run-locks.ts';
import { sessionRun, type StartRun, summarisingRunner } from './run-one.ts';
import { summaryLine } from './summaries-file.ts';
import { openTableRun, smallRuns } from './testing/table-runs.ts';

const [run] = await smallRuns();
const tables = await openTables();

const openModels = async (): Promise<Models> => ({ players: tables.players(), tokenizer: tables.tokenizer });

/** Makes runs as sessions in one store, so that a run that is opened again continues. */
function sessions(opened = openModels): StartRun {
  let time = 0;
  const opening = freshStore({ now: () => ++time });
  return sessionRun(async ({ id, label, settings }) => {
    const store = await opening;
    const parts = { store, locks: new ProcessRunLocks(), openModels: opened, now: () => ++time };
    return Session.open(parts, (await store.get(id)) ? { runId: id } : { newId: id, name: label, settings });
  });
}

const summarised = async (open: StartRun, signal = new AbortController().signal, onEpoch = (_: number) => {}) =>
  summaryLine(await summarisingRunner(open)(run, onEpoch, signal));

it('is the same from the loop, from a session, and from a session that was stopped and opened again', async () => {
  const fromLoop = await summarised(openTableRun);
  expect(await summarised(sessions())).toBe(fromLoop);

  const open = sessions();
  const stopping = new AbortController();
  const stopped = summarised(open, stopping.signal, (epoch) => epoch === 2 && stopping.abort());
  await expect(stopped).rejects.toThrow('aborted');
  expect(await summarised(open)).toBe(fromLoop);
});

it('has the band of the settings in force when the filter judged, as the whole log says', async () => {
  const settings = { ...run.settings, alpha: 0.3, kMin: 0.2 };
  const open: StartRun = () => openTableRun({ ...run, settings });
  const { epochs } = await summarisingRunner(open)(run, () => {}, new AbortController().signal);
  expect(epochs.map(({ bandLow, bandHigh }) => [bandLow, bandHigh])).toEqual(Array(3).fill([0.1, 0.5]));

  const events: RunEvent[] = [];
  for await (const event of open(run)) events.push(event);
  expect(epochs).toEqual(summariseLog('log', events).epochs);
});

it('disposes of its models, also when it fails', async () => {
  const disposed: string[] = [];
  const opened = async () => {
    const models = await openModels();
    for (const player of ['agent', 'environment'] as const)
      models.players[player].dispose = async () => void disposed.push(player);
    return models;
  };
  await summarised(sessions(opened));
  expect(disposed).toEqual(['agent', 'environment']);
  const failing = async () => {
    const models = await opened();
    models.players.agent.generate = () => Promise.reject(new Error('The device was lost.'));
    return models;
  };
  await expect(summarised(sessions(failing))).rejects.toThrow('The device was lost.');
  expect(disposed).toHaveLength(4);
});
