/** @file Progress bars of the command line: on a terminal a moving bar, elsewhere (a log file) a line now and then. */
import { SingleBar, type Options } from 'cli-progress';

const LOG_INTERVAL_MS = 15_000;

export const progressBar = (format: string, options: Options = {}): SingleBar =>
  new SingleBar({
    format,
    hideCursor: true,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: LOG_INTERVAL_MS,
    ...options,
  });
