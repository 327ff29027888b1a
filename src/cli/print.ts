/** @file Prints to the terminal: lines, warnings and progress. */
import { type Options, SingleBar } from 'cli-progress';
import { once } from 'node:events';
import { plainJson, shortPlainText } from '../common/plain-text.ts';
import { formatDuration } from '../text/duration.ts';
import type { Failure } from '../text/errors.ts';
import { numberOf } from '../text/numbers.ts';
import { reportText } from '../text/reports.ts';

const LONGEST_LINE = 10_000;

/** Text as a terminal may show it: each line is plain and has at most 10,000 characters of its own. */
export const printable = (text: string): string =>
  text
    .split('\n')
    .map((line) => shortPlainText(line, LONGEST_LINE))
    .join('\n');

/** Waits when the reader of stdout is slower than the writer, so that results do not collect in memory. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

export const printLine = (line: string): Promise<void> => write(printable(line));

/** Prints JSON for other programs: it is whole, and characters that a terminal obeys are escaped. */
export const printJson = (json: string): Promise<void> => write(plainJson(json));

/** @param problem a sentence, or a failure, which becomes one */
export const warn = (problem: string | Failure): void =>
  note(`genenv: ${typeof problem === 'string' ? problem : reportText.errorSentence(problem)}`);

/** Prints a text to stderr. */
export function note(text: string): void {
  console.error(printable(text));
}

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
