/** @file `genenv export`: a headless run as the page imports it, or as other programs read it. */
import { Command, Option } from 'commander';
import { MetricsFold } from '../../analysis/metrics.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { jsonLines } from '../../interop/loop/dataset.ts';
import { curvesCsv } from '../../interop/trackio/curves.ts';
import { tracesOf } from '../../interop/trackio/traces.ts';
import { madeBy } from '../../runs/files/made-by.ts';
import { exportRun } from '../../runs/files/export-run.ts';
import type { JsonLinesRunStore } from '../../store/files/json-lines-store.ts';
import { openLog } from '../open-log.ts';
import { claimFile, forceOption } from '../output.ts';
import { printLine } from '../print-line.ts';

interface Options {
  out: string;
  force: boolean;
  csv: boolean;
  traces: boolean;
  weights: boolean;
  name?: string;
}

type Store = JsonLinesRunStore<RunEvent>;

export const exportCommand = (): Command =>
  new Command('export')
    .description(
      'Pack a run (settings, seed, adapter, versions, event log) into one file, which the page imports and replays; or write its curves or its rollouts for other programs.',
    )
    .argument('<run>', 'event log that genenv coevolve wrote')
    .requiredOption('--out <file>', 'the packed run, a zip file; with --csv or --traces, that')
    .addOption(forceOption())
    .addOption(
      new Option('--csv', 'instead: the curves as trackio.import_csv reads them, step and one column a metric')
        .default(false)
        .conflicts(['traces', 'weights', 'name']),
    )
    .addOption(
      new Option('--traces', 'instead: the rollouts as Trackio traces, one JSON line each')
        .default(false)
        .conflicts(['weights', 'name']),
    )
    .option('--weights', 'add the weights after the last epoch, so that the run can continue on another machine', false)
    .option('--name <name>', 'name of the run (default: the name of the log)')
    .action(async (run: string, { out, force, csv, traces, weights, name }: Options) => {
      const file = await claimFile(out, { force, reads: [run] });
      const { id, store } = await openLog(run);
      if (name !== undefined) await store.amend(id, { name });
      const checkpoints = weights ? (await store.checkpointEpochs(id)).slice(-1) : [];
      const bytes = await file.write(async (sink) => {
        if (csv) await sink.writeText(await curvesOf(store, id));
        else if (traces) for await (const text of traceLines(store, id)) await sink.writeText(text);
        else await exportRun(store, id, sink, { checkpoints, made: madeBy });
        return sink.size;
      });
      await printLine(`${(bytes / 2 ** 20).toFixed(2)} MiB in ${out}`);
    });

async function curvesOf(store: Store, id: string): Promise<string> {
  const metrics = new MetricsFold();
  for (const events of await store.outlines(id)) for (const event of events) metrics.add(event);
  return curvesCsv(metrics.metrics());
}

async function* traceLines(store: Store, id: string): AsyncGenerator<string, void, void> {
  for await (const events of store.epochs(id)) yield jsonLines(tracesOf(events));
}
