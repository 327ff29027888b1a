/**
 * @file Damaged runs in files: event logs, exported runs, logs of other trainers. What is read is read as far as it is
 * whole, and then everything that people make of a run works with it: summaries and figures.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMetrics } from '../../src/analysis/metrics.ts';
import { summariseLog } from '../../src/analysis/run-summary.ts';
import { allFigures } from '../../src/figures/index.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { resumePoint } from '../../src/genenv/log/resume.ts';
import { readRun } from '../../src/runs/files/read-run.ts';
import { madeBy } from '../../src/runs/files/made-by.ts';
import { exported } from '../../src/runs/testing/exported.ts';
import { writeEventLog } from '../../src/store/event-log.ts';
import { JsonLinesRunStore } from '../../src/store/files/json-lines-store.ts';
import { newRunRecord, splitEpochs, type Checkpoint } from '../../src/store/run-store.ts';
import { allEvents } from '../../src/store/testing/all-events.ts';
import { freshStore } from '../../src/store/testing/fresh-store.ts';
import { commitOf } from '../../src/store/testing/test-events.ts';
import { figureWords } from '../../src/text/work.ts';
import type { Outcome, Subject } from '../campaign.ts';
import { BINARY_DAMAGES, BYTE_DAMAGES, type Bytes, damageFile, isBinary } from '../damage.ts';
import { checkFailure, orRefused } from '../sentence.ts';
import { smallRun } from './small-runs.ts';

/** Uses a run that was read, as a person would. */
async function useRun(events: readonly RunEvent[]): Promise<void> {
  runMetrics(events);
  const runs = { summaries: [summariseLog('run', events)] };
  await orRefused(() => allFigures(runs, figureWords));
}

/** Reads a file in both ways of reading; what is read is used. */
async function readBoth(
  bytes: Bytes,
): Promise<{ outcome: Outcome; events: RunEvent[]; checkpoints: readonly Checkpoint[] }> {
  const strict = await orRefused(() => readRun(bytes, 'run.jsonl', { damaged: 'refuse' }));
  const kept = await orRefused(() => readRun(bytes, 'run.jsonl', { damaged: 'keep' }));
  if (kept === 'refused') {
    if (strict !== 'refused') throw new Error('It is read strictly, but not otherwise.');
    return { outcome: 'refused', events: [], checkpoints: [] };
  }
  kept.problems.forEach(checkFailure);
  await useRun(kept.events);
  return { outcome: 'recovered', ...kept };
}

export const eventLogs: Subject = {
  name: 'event logs',
  faults: BYTE_DAMAGES,
  async open() {
    const events = await smallRun();
    const log = writeEventLog(events);
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    const path = join(folder, 'run.jsonl');
    return {
      async run(fault, random) {
        const bytes = damageFile(log, fault, random);
        const read = await readBoth(bytes);
        await writeFile(path, bytes);
        const opened = await orRefused(() => openToGoOn(path));
        if (isBinary(fault))
          for (const some of [read.events, opened === 'refused' ? [] : opened])
            deepStrictEqual(some, events.slice(0, some.length));
        return read.outcome;
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
};

/** As a headless run is opened to go on. */
async function openToGoOn(path: string): Promise<RunEvent[]> {
  const store = await JsonLinesRunStore.open(path, runEventFormat);
  await store.leaveEpochsWithoutWeights();
  const record = await store.get(path);
  if (!record) return [];
  const events = await allEvents(store, path);
  if (events.length !== record.eventCount) throw new Error(`${record.eventCount} events are ${events.length}.`);
  resumePoint(events);
  const pools = store.pools(path);
  await Promise.all([pools.train.size(), pools.environment.size()]);
  return events;
}

export const exportedRuns: Subject = {
  name: 'exported runs',
  faults: BINARY_DAMAGES,
  async open() {
    const events = await smallRun();
    const store = await freshStore();
    const { checkpoint } = commitOf('run', 2);
    const record = newRunRecord({ id: 'run', name: 'a run', settings: {}, now: 7 });
    await store.create(record, { epochs: splitEpochs(events), checkpoints: [checkpoint] });
    const zip = await exported(store, 'run', { made: madeBy, checkpoints: [2] });
    return {
      async run(fault, random) {
        const read = await readBoth(damageFile(zip, fault, random));
        // Each epoch and each file of weights has a hash: nothing is read that was not exported.
        deepStrictEqual(read.events, events.slice(0, read.events.length));
        for (const one of read.checkpoints) deepStrictEqual(one, checkpoint);
        return read.outcome;
      },
    };
  },
};

export const trainerLogs: Subject = {
  name: 'logs of other trainers',
  faults: BYTE_DAMAGES,
  async open() {
    const lines = [1, 2, 3].flatMap((step) => [
      ...['a', 'b'].flatMap((input) => [0, 1].map((score) => ({ step, input, output: `answer ${score}`, score }))),
      { step, task: 'c', rollouts: [{ output: 'x y', reward: 0.5, tokens: 12 }], family: 'maths', level: 2 },
      { step, heldOut: 0.25 * step },
    ]);
    const log = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
    return { run: async (fault, random) => (await readBoth(damageFile(log, fault, random))).outcome };
  },
};
