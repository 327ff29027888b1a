/**
 * @file Makes runs of the real loop with table policies, in seconds and without a GPU, for tests of sweeps and figures.
 */
import { coevolveInMemory } from '../../genenv/testing/memory-pools.ts';
import { families, openTables } from '../../genenv/testing/record-run.ts';
import { armTitle } from '../../text/names.ts';
import { type StartRun, summarisingRunner } from '../run-one.ts';
import { parseSweep, type SweepRun, sweepRuns } from '../sweep-file.ts';

let tables: ReturnType<typeof openTables> | undefined;

/** Makes a run. All runs start from the same pre-trained tables. */
export const openTableRun: StartRun = async function* ({ settings }) {
  tables ??= openTables();
  const { tokenizer, players } = await tables;
  yield* coevolveInMemory(settings, players(), {
    families,
    tokenizer,
    teacher: { policy: players().environment, tokenizer },
  });
};

export const makeTableRun = summarisingRunner(openTableRun);

/** Small sweep for tests: 2 arms × 2 seeds × 3 epochs. */
const smallSweep = {
  format: 'genenv-sweep',
  version: 1,
  name: 'small',
  preset: 'discovery',
  settings: {
    epochs: 3,
    tasksPerEpoch: 4,
    groupSize: 4,
    evalEvery: 1,
    evalTasks: 1,
    evalSamples: 2,
    agentLearningRate: 0.1,
    environmentLearningRate: 0.1,
  },
  arms: ['genenv', 'random'],
  seeds: [1, 2],
};

export const changedSweep = (changes: object = {}) => parseSweep(JSON.stringify({ ...smallSweep, ...changes }));

export const smallRuns = async (changes: object = {}): Promise<SweepRun[]> =>
  sweepRuns(changedSweep(changes), armTitle);
