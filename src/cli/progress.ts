/** @file Progress bars on stderr: on a terminal a moving bar, elsewhere (a log file) one line every 15 seconds. */
import { SingleBar, type Options } from 'cli-progress';

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
