/**
 * @file Prints lines, warnings, progress and errors to the terminal. Also ends a command after Ctrl-C, or together with
 * its parent process.
 */
import { type Options, SingleBar } from 'cli-progress';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { CodedError } from '../common/coded-error.ts';
import { errorData } from '../common/error-data.ts';
import { plainJson, shortPlainText } from '../common/plain-text.ts';
import { isSystemError } from '../common/system-error.ts';
import { formatDuration } from '../text/duration.ts';
import type { Failure } from '../text/errors.ts';
import { numberOf } from '../text/numbers.ts';
import { reportText } from '../text/reports.ts';

const LONGEST_LINE = 10_000;

/** Makes a text safe for a terminal: shows control characters as codes, and cuts each line at 10,000 characters. */
export const printable = (text: string): string =>
  text
    .split('\n')
    .map((line) => shortPlainText(line, LONGEST_LINE))
    .join('\n');

/** Writes a line to stdout. Waits for a slow reader, so that output does not pile up in memory. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

export const printLine = (line: string): Promise<void> => write(printable(line));

/** Prints complete JSON for other programs, with control characters escaped. */
export const printJson = (json: string): Promise<void> => write(plainJson(json));

/** Prints a warning to stderr. @param problem message, or a failure whose message is printed */
export const warn = (problem: string | Failure): void =>
  note(`genenv: ${typeof problem === 'string' ? problem : reportText.errorSentence(problem)}`);

export function note(text: string): void {
  console.error(printable(text));
}

const LOG_INTERVAL_MS = 15_000;

/** Makes a progress bar on stderr. @param format cli-progress template, e.g. `{bar} {value}/{total} steps` */
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
 * Returns a function that describes progress: “12/180 epochs · 0.41 sec/epoch · 1 min 9 sec left”. Rate and time appear
 * from the second unit on, because the first unit includes one-time preparation.
 * @param unit name of a unit, in the singular
 * @param from number of units that an earlier process finished
 */
export function pace(unit: string, total: number, from = 0, now = () => performance.now()): (done: number) => string {
  let first: { done: number; at: number } | undefined;
  let [last, seconds] = [from, 0];
  return (done) => {
    if (done > last) {
      first ??= { done, at: now() };
      // Measure time only when a unit ends, so that the estimate is stable in between.
      [last, seconds] = [done, (now() - first.at) / 1000 / (done - first.done)];
    }
    const count = `${done}/${total} ${unit}s`;
    if (!first || last === first.done) return count;
    const rate = seconds < 0.01 ? `${numberOf(1 / seconds)} ${unit}s/sec` : `${numberOf(seconds)} sec/${unit}`;
    return `${count} · ${rate}${done < total ? ` · ${formatDuration(seconds * (total - done))} left` : ''}`;
  };
}

/**
 * Shows a progress bar with the title, the pace and a changing text.
 * @param unit name of a unit, in the singular
 * @param from number of units that an earlier process finished
 */
export function unitBar(unit: string, total: number, from = 0, title = '', options: Options = {}) {
  const bar = progressBar(`${title}{bar} {pace}{text}`, options);
  const paceAt = pace(unit, total, from);
  let [done, text] = [from, ''];
  const start = () => bar.start(total, done, { pace: paceAt(done), text });
  start();
  return {
    update(nowDone: number, nowText: string): void {
      [done, text] = [nowDone, nowText];
      bar.update(done, { pace: paceAt(done), text });
    },
    /** Prints a line to stdout. On a terminal the line appears above the bar. */
    print(line: string): void {
      const moving = process.stderr.isTTY;
      if (moving) bar.stop();
      void printLine(line);
      if (moving) start();
    },
    stop: () => bar.stop(),
  };
}

/**
 * Ends this process when its parent ends, even if the parent was killed and could pass on no signal. Stored data is
 * complete at any moment, so nothing needs cleaning up. Does nothing if main.ts was started directly.
 */
export function endWithParent(): void {
  const descriptor = process.env.GENENV_PARENT_PIPE;
  if (descriptor === undefined) return;
  // Children of this process inherit its environment, but not the pipe.
  delete process.env.GENENV_PARENT_PIPE;
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false });
  const end = () => process.exit(1);
  pipe.once('end', end).once('error', end).resume();
  // Watching the pipe must not keep a finished command alive.
  pipe.unref();
}

/**
 * Prints an error. For errors that the user can fix, the message is enough. Any other error is a bug of this program,
 * so a second line says how to see the stack.
 * @param debug whether to print the stack of every error
 */
export function reportError(error: unknown, debug: boolean): void {
  const expected = error instanceof CodedError || isSystemError(error);
  warn(errorData(error));
  if (debug) note(inspect(error));
  else if (!expected) warn('This error was not expected. The option --debug shows where it happened.');
}

/** Signals within this many milliseconds count as one, because one Ctrl-C may arrive twice (genenv.mjs). */
const ONE_INTERRUPT = 300;

/** Exit status after Ctrl-C, as shells define it: 128 plus the number of SIGINT, 2. */
export const INTERRUPTED = 130;

/**
 * Returns an abort signal for Ctrl-C, so that the caller can stop after the work under way. A second Ctrl-C ends the
 * process at once.
 * @param stopping start of the printed warning, e.g. `Stopping after this turn`
 */
export function stopOnInterrupt(stopping: string): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  process.on('SIGINT', () => {
    if (first !== undefined) {
      if (performance.now() - first > ONE_INTERRUPT) process.exit(INTERRUPTED);
      return;
    }
    first = performance.now();
    console.error();
    warn(`${stopping}; press Ctrl-C again to stop at once.`);
    controller.abort();
  });
  return controller.signal;
}
