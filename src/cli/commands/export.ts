/** @file Defines `genenv export`. It packs a run into the zip file that the page imports. */
import { Command } from 'commander';
import { exportRun } from '../../runs/files/export-run.ts';
import { openLog } from '../inputs.ts';
import { claimFile, forceOption } from '../output.ts';
import { printLine } from '../print.ts';
import { formatBytes } from '../../text/bytes.ts';

interface Options {
  out: string;
  force: boolean;
  weights: boolean;
  name?: string;
}

export const exportCommand = (): Command =>
  new Command('export')
    .description(
      'Pack a run (settings, seed, adapter, versions, event log) into one file, which the page imports and replays.',
    )
    .argument('<run>', 'event log that genenv coevolve wrote')
    .requiredOption('--out <file>', 'the packed run, a zip file')
    .addOption(forceOption())
    .option('--weights', 'add the weights after the last epoch, so that the run can continue on another machine', false)
    .option('--name <name>', 'name of the run (default: the name of the log)')
    .action(async (run: string, { out, force, weights, name }: Options) => {
      const file = await claimFile(out, { force, reads: [run] });
      const { id, store } = await openLog(run);
      if (name !== undefined) await store.amend(id, { name });
      const checkpoints = weights ? (await store.checkpointEpochs(id)).slice(-1) : [];
      const bytes = await file.write(async (sink) => {
        await exportRun(store, id, sink, checkpoints);
        return sink.size;
      });
      await printLine(`${formatBytes(bytes)} in ${out}`);
    });
