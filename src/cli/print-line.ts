/** @file Results on stdout, one per line. */
import { once } from 'node:events';

/** Waits when the reader of stdout is slower than the writer, so that results do not collect in memory. */
export async function printLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}
