/**
 * @file Defines `genenv sweep`. It makes every run of one or more sweep files, and can be resumed. Then it compares the
 * arms at equal agent rollouts, and at equal floating-point operations. Rollouts leave out the environment's
 * training, so the two comparisons may favour different arms. Every mean has its n, and every claim its interval.
 */
import Table from 'cli-table3';
import { Command } from 'commander';
import { join } from 'node:path';
import { armsOf, type Reached } from '../../analysis/comparison.ts';
import type { ArmResults } from '../../analysis/results/family-results.ts';
import type { Axis, RunSummary } from '../../analysis/run-summary.ts';
import type { Estimate } from '../../analysis/statistics.ts';
import { defaultReference, sweepReport } from '../../analysis/claims.ts';
import { DeviceModels } from '../../runs/run-headless.ts';
import { parseShard, type Shard, shardFolder, shardRuns, SUMMARIES_FILE } from '../../sweeps/summaries-file.ts';
import { differentRunsOf, parseSweep, runsOfSweeps, type SweepRun } from '../../sweeps/sweep-file.ts';
import { readRunsOnDisk } from '../../sweeps/results-folder.ts';
import { runInFolder } from '../../sweeps/run-one.ts';
import { runSweep, type SweepOutcome, type SweepProgress } from '../../sweeps/sweep.ts';
import { formatDuration } from '../../text/duration.ts';
import { armTitle, axes } from '../../text/names.ts';
import { reportText } from '../../text/reports.ts';
import { MODELS_FOLDER, readNamedText } from '../inputs.ts';
import { openDevice } from '../open-device.ts';
import { claimFolder } from '../output.ts';
import { note, printLine, progressBar, stopOnInterrupt, warn } from '../print.ts';

interface Options {
  out: string;
  models: string;
  keepLogs: boolean;
  shard?: Shard;
}

export const sweepCommand = (): Command =>
  new Command('sweep')
    .description('Run arms × seeds × settings. The same command continues a sweep that was stopped.')
    .argument('<files...>', 'the sweeps, JSON; docs/sweeps/quick.json is one')
    .requiredOption('--out <folder>', `folder of the results, ${SUMMARIES_FILE}`)
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .option('--keep-logs', 'keep event logs and checkpoints of finished runs, in runs/', false)
    .option('--shard <i/n>', 'make one of n shares of the runs, in a folder of its own within --out', parseShard)
    .addHelpText(
      'after',
      `
The same sweep on the same adapter gives the same summaries, interrupted or not. Shares may be made at once on one machine, or on
several: copy their folders into one, then the same command without --shard joins them and makes what is missing.
Several sweeps are made one after the other, into one file of summaries: genenv sweep docs/sweeps/tournament-*.json --out FOLDER`,
    )
    .action(async (files: string[], { out: whole, models, keepLogs, shard }: Options) => {
      // `force` allows an existing folder, whose runs continue.
      await claimFolder(whole, { force: true, reads: files });
      const named = files.length > 1;
      const sweeps = await runsOfSweeps(
        await Promise.all(files.map(async (file) => parseSweep(await readNamedText(file), named ? file : undefined))),
        armTitle,
      );
      const all = differentRunsOf(sweeps);
      const runs = shard ? shardRuns(all, shard) : all;
      const out = shard ? join(whole, shardFolder(shard)) : whole;
      const device = await openDevice();
      note(`${runs.length} runs on ${device.adapter.name}`);
      const bar = progressBar('{bar} {percentage}%, run {run}/{runs}: {doing}', {
        clearOnComplete: true,
      });
      bar.start(1, 0, { run: 1, runs: runs.length, doing: 'loading models' });
      const outcome = await runSweep(runs, {
        folder: out,
        runOne: runInFolder(out, new DeviceModels(device, models)),
        keepLogs,
        now: Date.now,
        signal: stopOnInterrupt('Stopping after this stage'),
        onProgress: (progress) => bar.update(progress.fraction, payload(progress)),
      }).finally(() => bar.stop());
      await report(out, sweeps, runs.length, outcome);
    });

const payload = ({ label, epoch, epochs, finished, failed, runs, remainingMilliseconds }: SweepProgress) => ({
  run: Math.min(finished + failed + 1, runs),
  runs,
  doing:
    `${label}, ${epoch}/${epochs} epochs` +
    (remainingMilliseconds === null ? '' : ` · ${formatDuration(remainingMilliseconds / 1000)} left`),
});

async function report(
  out: string,
  sweeps: readonly { name: string; runs: readonly SweepRun[] }[],
  runs: number,
  { summaries, failures, cancelled }: SweepOutcome,
): Promise<void> {
  for (const { run, error } of failures) warn(`${run.label} failed: ${reportText.errorSentence(error)}`);
  if (summaries.length > 0) {
    const made = new Set(summaries.map(({ id }) => id));
    const read = await readRunsOnDisk([out], warn);
    for (const { name, runs: own } of sweeps) {
      // The folder may also hold runs of other sweeps.
      const ids = new Set(own.map(({ id }) => id).filter((id) => made.has(id)));
      if (sweeps.length > 1) await printLine(`${name}: ${ids.size} of ${own.length} runs`);
      await printLine(sweepReportText(read.filter(({ id }) => ids.has(id))));
    }
    await printLine(`Results: ${join(out, SUMMARIES_FILE)}. Figures: genenv figures ${out} --out FOLDER`);
  }
  if (summaries.length === runs) return;
  warn(
    `${summaries.length} of ${runs} runs are finished. The same command continues with ` +
      `${cancelled ? 'the others' : 'those that failed'}.`,
  );
  process.exitCode = 1;
}

const { numberOf, signed } = reportText;
const AXES: readonly Axis[] = ['rollouts', 'flops'];
const THRESHOLD = 0.5;

const share = (value: number): string => value.toFixed(3);
const intervalText = ({ interval }: Estimate): string =>
  interval ? `[${share(interval.low)}, ${share(interval.high)}]` : 'needs 2 runs';
const differenceText = (difference: Estimate | null): string =>
  difference ? `${signed(Number(share(difference.mean)))} ${intervalText(difference)}` : '–';
const reachedText = ({ runs, of, median }: Reached): string =>
  `${runs} of ${of}${median === null ? '' : `, median ${numberOf(median)}`}`;

function armTable({ axis, thresholdAxis, budget, arms }: ArmResults, label: string, reference: string): string {
  const table = new Table({
    head: [
      'Arm',
      'n',
      'Held-out success',
      '95% interval',
      `Difference to ${armTitle(reference)}`,
      `${axes[thresholdAxis].short} to ${THRESHOLD}`,
    ],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { arm, final, difference, reached } of arms)
    table.push([
      armTitle(arm),
      String(final.n),
      share(final.mean),
      intervalText(final),
      differenceText(difference),
      reachedText(reached[0]),
    ]);
  return `${label ? `${label}, at` : 'At'} ${numberOf(budget)} ${axes[axis].noun}:\n${table.toString()}`;
}

function reportAt(runs: readonly RunSummary[], axis: Axis, reference: string): string[] {
  const { conditions, claims, notes } = sweepReport(runs, { axis, threshold: THRESHOLD, reference });
  return [
    ...conditions.map(({ label, results }) =>
      results
        ? armTable(results, label, reference)
        : `${label ? `${label}: n` : 'N'}ot all runs were evaluated on held-out tasks, so they can't be compared.`,
    ),
    ...claims.map(reportText.claimSentence),
    ...notes.map(reportText.noteSentence),
  ];
}

/** Returns the results of every arm, and the claims that compare each arm with the reference arm. */
function sweepReportText(runs: readonly RunSummary[]): string {
  const reference = defaultReference(armsOf(runs));
  if (reference === undefined) return '';
  const lines = AXES.flatMap((axis) => reportAt(runs, axis, reference));
  // Both axes often give the same notes. The set drops duplicates.
  return [...new Set(lines)].join('\n');
}
