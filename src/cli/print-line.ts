/** @file Results on stdout, a line each. */
import { once } from 'node:events';

/** Waits where the reader of stdout is slower, so that results never pile up in memory. */
export async function printLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}
