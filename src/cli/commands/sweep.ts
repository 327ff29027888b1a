/** @file `genenv sweep`: every run of one sweep file or of several, resumable, then what the arms came to. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { readRunsOnDisk, runInFolder, runSweepInFolder } from '../../sweeps/sweep-on-disk.ts';
import { DeviceModels } from '../../runs/run-headless.ts';
import { parseShard, type Shard, shardFolder, shardRuns, SUMMARIES_FILE } from '../../sweeps/summaries-file.ts';
import { differentRunsOf, parseSweep, runsOfSweeps, type SweepRun } from '../../sweeps/sweep-file.ts';
import type { SweepOutcome, SweepProgress } from '../../sweeps/sweep.ts';
import type { Device } from '../../tensor/device.ts';
import { openDevice } from '../open-device.ts';
import { countOption, MODELS_FOLDER, readNamedText } from '../inputs.ts';
import { claimFolder } from '../output.ts';
import { RunProcesses } from '../run-processes.ts';
import { note, printLine, progressBar, warn } from '../print.ts';
import { formatDuration } from '../../text/duration.ts';
import { stopOnInterrupt } from '../stop-on-interrupt.ts';
import { armTitle } from '../../text/names.ts';
import { sweepReportText } from '../sweep-report.ts';
import { reportText } from '../../text/reports.ts';

/** The default number of runs at once is small, because each has its models in memory. */
const MOST_JOBS = 2;

interface Options {
  out: string;
  models: string;
  keepLogs: boolean;
  shard?: Shard;
  jobs?: number;
}

export const sweepCommand = (): Command =>
  new Command('sweep')
    .description('Run arms × seeds × settings. The same command continues a sweep that was stopped.')
    .argument('<files...>', 'the sweeps, JSON; docs/sweeps/quick.json is one')
    .requiredOption('--out <folder>', `folder of the results: ${SUMMARIES_FILE}, and a file of durations`)
    .option('--models <folder>', 'folder in which model names are looked up', MODELS_FOLDER)
    .option('--keep-logs', 'keep event logs and checkpoints of finished runs, in runs/', false)
    .option('--shard <i/n>', 'make one of n shares of the runs, in a folder of its own within --out', parseShard)
    .option(
      '--jobs <n>',
      `make n runs at once, each in a process of its own (default: as many as there are cores, at most ${MOST_JOBS}, on a software adapter; 1 on a graphics processor, whose memory they would share)`,
      countOption,
    )
    .addHelpText(
      'after',
      `
The same sweep on the same adapter gives the same summaries, interrupted or not, however many runs are made at once. Shares may be made on several machines:
copy their folders into one, then the same command without --shard joins them and makes what is missing.
Several sweeps are made one after the other, into one file of summaries: genenv sweep docs/sweeps/tournament-*.json --out FOLDER`,
    )
    .action(async (files: string[], { out: whole, models, keepLogs, shard, jobs: asked }: Options) => {
      // Its runs go on in a folder that is there.
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
      const jobs = Math.min(asked ?? defaultJobs(device), Math.max(1, runs.length));
      note(`${runs.length} runs on ${device.adapter.name}, ${jobs} at once`);
      const bar = progressBar('{bar} {percentage}%, run {run}/{runs}: {doing}', {
        clearOnComplete: true,
      });
      bar.start(1, 0, { run: 1, runs: runs.length, doing: 'loading models' });
      const processes = jobs > 1 ? new RunProcesses({ folder: out, models }) : undefined;
      // Each process has a device of its own.
      if (processes) device.destroy();
      const outcome = await runSweepInFolder(runs, {
        folder: out,
        runOne:
          processes?.runOne ?? runInFolder({ folder: out, host: new DeviceModels(device, models), now: Date.now }),
        jobs,
        keepLogs,
        now: Date.now,
        signal: stopOnInterrupt('Stopping after this stage'),
        onProgress: (progress) => bar.update(progress.fraction, payload(progress)),
      }).finally(() => {
        bar.stop();
        return processes?.dispose();
      });
      await report(out, sweeps, runs.length, outcome);
    });

/** On a software adapter runs wait for cores alone; a graphics processor has one memory for all of them. */
const defaultJobs = ({ adapter }: Device): number =>
  adapter.isFallback ? Math.min(MOST_JOBS, availableParallelism()) : 1;

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
      // The folder may hold other sweeps' runs.
      const ids = new Set(own.map(({ id }) => id).filter((id) => made.has(id)));
      if (sweeps.length > 1) await printLine(`${name}: ${ids.size} of ${own.length} runs`);
      await printLine(sweepReportText({ ...read, summaries: read.summaries.filter(({ id }) => ids.has(id)) }));
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
