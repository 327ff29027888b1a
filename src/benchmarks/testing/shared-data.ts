/**
 * @file Finds the real benchmarks' files for tests: beside the repository, in `../shared/benchmarks`. They are other
 * people's data under other licences, so the repository does not contain them. If the folder is absent, those tests are
 * skipped and say so.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of one benchmark's files, or `null` (with a printed line) if this machine does not have it. */
export function sharedBenchmark(name: string): string | null {
  const folder = fileURLToPath(new URL(`../../../../shared/benchmarks/${name}`, import.meta.url));
  if (existsSync(folder)) return folder;
  console.warn(`Skipping the tests against the real ${name} files: ../shared/benchmarks/${name} is not there.`);
  return null;
}
