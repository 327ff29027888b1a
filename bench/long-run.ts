/**
 * @file The job `long`: what the commands that read a log take of a run of 1,000 epochs: seconds, and the most memory that
 * the process held. The log is that of the recorded example, again and again (src/runs/testing/long-log.ts).
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMetrics } from '../src/analysis/metrics.ts';
import { viewRun } from '../src/analysis/run-view.ts';
import type { RunEvent } from '../src/genenv/log/events.ts';
import { outlineEvent } from '../src/genenv/log/outline-event.ts';
import { longLog } from '../src/runs/testing/long-log.ts';
import { runEventFormat } from '../src/genenv/log/event-format.ts';
import { JsonLinesRunStore } from '../src/store/files/json-lines-store.ts';
import { measuredCommand } from './measured-command.ts';
import { LONG_EPOCHS, MEBIBYTE, recordedEvents, writeLongLog } from './long-log-file.ts';

async function measure(name: string, args: readonly string[]): Promise<void> {
  const { seconds, mebibytes } = await measuredCommand(args);
  console.log(`| ${name} | ${seconds.toFixed(1)} s | ${mebibytes.toFixed(0)} MiB |`);
}

/**
 * Opens the run as the page does once the outlines have come from the database: copies them between threads, folds them.
 */
function measureOpening(recorded: readonly RunEvent[]): void {
  const outlines = [...longLog(recorded, LONG_EPOCHS)].flatMap((epoch) => epoch.map(outlineEvent));
  const took = (work: () => unknown): string => {
    const began = performance.now();
    work();
    return `${(performance.now() - began).toFixed(0)} ms`;
  };
  const kilobytes = outlines.reduce((sum, event) => sum + JSON.stringify(event).length, 0) / 1000;
  const copied = took(() => structuredClone(outlines));
  const [view, curves] = [took(() => viewRun(outlines)), took(() => runMetrics(outlines))];
  console.log(`Outlines: ${kilobytes.toFixed(0)} kB; copied in ${copied}, view in ${view}, curves in ${curves}.\n`);
}

/** Opens the log in a file: the first time it has no index yet. */
async function measureStore(log: string): Promise<void> {
  const times: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const [began, processor] = [performance.now(), process.cpuUsage()];
    await JsonLinesRunStore.open(log, runEventFormat);
    const { user, system } = process.cpuUsage(processor);
    times.push(
      `${((performance.now() - began) / 1000).toFixed(2)} s (processor ${((user + system) / 1e6).toFixed(2)} s)`,
    );
  }
  const [scanned, ...indexed] = times;
  console.log(
    `The log is opened in ${scanned} without an index, in ${indexed.join(' and ')} with the one made then.\n`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'genenv-long-'));
const [log, zip] = [join(folder, 'run.jsonl'), join(folder, 'run.zip')];
try {
  console.log(`${LONG_EPOCHS} epochs, ${((await writeLongLog(log)) / MEBIBYTE).toFixed(0)} MiB`);
  measureOpening(await recordedEvents());
  await measureStore(log);
  console.log('| command | time | most memory |\n|---|---|---|');
  await measure('`genenv --help` (the program itself)', ['--help']);
  await measure('`genenv export`', ['export', log, '--out', zip]);
  await measure('`genenv figures`, of the log', ['figures', log, '--out', join(folder, 'figures')]);
  await measure('`genenv figures`, of the exported file', ['figures', zip, '--out', join(folder, 'figures-of-zip')]);
  await measure('`genenv pools`', ['pools', log, '--pool', 'train', '--out', join(folder, 'train.jsonl')]);
  console.log(`\nThe exported file has ${((await stat(zip)).size / MEBIBYTE).toFixed(0)} MiB.`);
} finally {
  await rm(folder, { recursive: true });
}
