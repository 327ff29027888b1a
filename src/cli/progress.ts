/** @file Progress bars on stderr: on a terminal a moving bar, elsewhere (a log file) one line every 15 seconds. */
import { SingleBar, type Options } from 'cli-progress';
import { formatDuration } from '../text/duration.ts';
import { numberOf } from '../text/numbers.ts';
import { printLine } from './print-line.ts';

const LOG_INTERVAL_MS = 15_000;

/** @param format cli-progress's template, e.g. `{bar} {value}/{total} steps` */
export const progressBar = (format: string, options: Options = {}): SingleBar =>
  new SingleBar({
    format,
    hideCursor: true,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: LOG_INTERVAL_MS,
    ...options,
  });

/**
 * Words the progress of work: “12/180 epochs · 0.41 sec/epoch · 1 min 9 sec left”. Rate and time are
 * known from the second unit on: the first one also takes what is prepared once.
 * @param unit in the singular
 * @param from what was done before
 */
export function pace(unit: string, total: number, from = 0, now = () => performance.now()): (done: number) => string {
  let first: { done: number; at: number } | undefined;
  let [last, seconds] = [from, 0];
  return (done) => {
    if (done > last) {
      first ??= { done, at: now() };
      // Between two units nothing is measured: what is left stays as it was.
      [last, seconds] = [done, (now() - first.at) / 1000 / (done - first.done)];
    }
    const count = `${done}/${total} ${unit}s`;
    if (!first || last === first.done) return count;
    const rate = seconds < 0.01 ? `${numberOf(1 / seconds)} ${unit}s/sec` : `${numberOf(seconds)} sec/${unit}`;
    return `${count} · ${rate}${done < total ? ` · ${formatDuration(seconds * (total - done))} left` : ''}`;
  };
}

/** On a terminal a line is printed above the bar; elsewhere the bar is a line of its own now and then. */
export function printAbove(bar: SingleBar, line: string, resume: () => void): void {
  const moving = process.stderr.isTTY;
  if (moving) bar.stop();
  void printLine(line);
  if (moving) resume();
}
