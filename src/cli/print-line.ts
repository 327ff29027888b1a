/** @file Prints results on stdout. Texts of logs, models and files are cleaned and cut: a terminal obeys control characters. */
import { once } from 'node:events';
import { plainJson, shortPlainText } from '../common/plain-text.ts';

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
