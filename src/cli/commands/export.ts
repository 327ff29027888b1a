/** @file `genenv export`: a headless run as one file, which the page imports. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { madeBy } from '../../runs/files/run-file-events.ts';
import type { RunEvent } from '../../genenv/events.ts';
import { upgradeEvent } from '../../genenv/upgrade-event.ts';
import { JsonLinesRunStore } from '../../store/json-lines-store.ts';
import { defaultRetention } from '../../store/run-store.ts';
import { exportRun } from '../../runs/files/run-file.ts';

interface Options {
  out: string;
  weights: boolean;
  name?: string;
}

export const exportCommand = (): Command =>
  new Command('export')
    .description(
      'Pack a run’s settings, seed, adapter, versions and event log into one file, for the page or for anyone.',
    )
    .argument('<run>', 'event log, as genenv coevolve writes it')
    .requiredOption('--out <file>', 'the run’s file, a zip')
    .option('--weights', 'add the weights after the last epoch, so that the run can go on elsewhere', false)
    .option('--name <name>', 'what the run is called (default: the log’s name)')
    .action(async (run: string, { out, weights, name }: Options) => {
      const id = resolve(run);
      const store = await JsonLinesRunStore.open<RunEvent>(id, defaultRetention, upgradeEvent);
      if (!(await store.get(id))) throw new Error(`There is no run in ${run}. Name the event log of a run.`);
      if (name !== undefined) await store.amend(id, { name });
      const checkpoints = weights ? (await store.checkpointEpochs(id)).slice(-1) : [];
      const file = await exportRun(store, id, { checkpoints, made: madeBy });
      await writeFile(out, file);
      console.log(`${(file.length / 2 ** 20).toFixed(2)} MiB in ${out}`);
    });
