/**
 * @file Prints to the terminal: lines, warnings and progress. Ends a command: on Ctrl-C after the work under way, so that
 * nothing finished is lost; together with the process that started it; or with a message about its error.
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

/** Returns a text as a terminal may show it: each line is plain and has at most 10,000 characters of its own. */
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
      // Time is measured only when a unit ends, so the estimate stays the same until then.
      [last, seconds] = [done, (now() - first.at) / 1000 / (done - first.done)];
    }
    const count = `${done}/${total} ${unit}s`;
    if (!first || last === first.done) return count;
    const rate = seconds < 0.01 ? `${numberOf(1 / seconds)} ${unit}s/sec` : `${numberOf(seconds)} sec/${unit}`;
    return `${count} · ${rate}${done < total ? ` · ${formatDuration(seconds * (total - done))} left` : ''}`;
  };
}

/** Prints lines above the bar on a terminal. Elsewhere, prints the progress as a line now and then. */
export function printAbove(bar: SingleBar, line: string, resume: () => void): void {
  const moving = process.stderr.isTTY;
  if (moving) bar.stop();
  void printLine(line);
  if (moving) resume();
}

/**
 * Ends this process when the one that started it ends, even by SIGKILL, which no process can pass on. What is stored is
 * whole at any moment, so nothing has to be tidied up. Does nothing if no parent gave a pipe: main.ts may be started by
 * itself.
 */
export function endWithParent(): void {
  const descriptor = process.env.GENENV_PARENT_PIPE;
  if (descriptor === undefined) return;
  // Processes that this one starts have another parent.
  delete process.env.GENENV_PARENT_PIPE;
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false });
  const end = () => process.exit(1);
  pipe.once('end', end).once('error', end).resume();
  // Waiting for the parent keeps no finished command alive.
  pipe.unref();
}

/**
 * Prints an error. If the user can mend it, its message is enough. Any other error is a defect of this program: its
 * message comes with a hint how to see where it happened.
 * @param debug show the stack of every error
 */
export function reportError(error: unknown, debug: boolean): void {
  const expected = error instanceof CodedError || isSystemError(error);
  warn(errorData(error));
  if (debug) note(inspect(error));
  else if (!expected) warn('This error was not expected. The option --debug shows where it happened.');
}

/** Two signals within this many milliseconds count as one: on a shared terminal, a Ctrl-C arrives twice. */
const ONE_INTERRUPT = 300;

/** A command that Ctrl-C stopped has the exit status that a shell gives it: 128 and the signal's number. */
export const INTERRUPTED = 130;

/**
 * Returns a signal that the first Ctrl-C aborts; the caller then stops at the next good moment. The second Ctrl-C ends
 * the process at once.
 * @param stopping what happens now, e.g. `Stopping after this turn`
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
