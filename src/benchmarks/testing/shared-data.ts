/**
 * @file Finds the real benchmarks' files for tests, in `../shared/benchmarks` beside the repository. The repository
 * does not contain them, because they have other licences. Without the folder, these tests are skipped.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the folder of one benchmark's files. If it is missing, prints a line and returns `null`. */
export function sharedBenchmark(name: string): string | null {
  const folder = fileURLToPath(new URL(`../../../../shared/benchmarks/${name}`, import.meta.url));
  if (existsSync(folder)) return folder;
  console.warn(`Skipping the tests against the real ${name} files: ../shared/benchmarks/${name} is not there.`);
  return null;
}
