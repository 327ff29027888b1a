/** @file Lists the recorded results of docs/results.md that ship with the page, and the addresses of their files. */
import type { JobStarter } from '../../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import type { RunSummary } from '../../../analysis/run-summary.ts';

const addresses = import.meta.glob<string>('/docs/results/*.csv', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

export interface RecordedResults {
  name: string;
  address: string;
}

export const RECORDED_RESULTS: readonly RecordedResults[] = Object.entries(addresses).map(([path, address]) => ({
  name: path
    .split('/')
    .at(-1)!
    .replace(/\.csv$/, ''),
  // The workers load files relative to another address, so make this one absolute. Tests have no `location`.
  address: typeof location === 'undefined' ? address : new URL(address, location.href).href,
}));

export async function recordedRuns(
  jobs: JobStarter<Jobs<'figures'>>,
  results: readonly RecordedResults[],
): Promise<RunSummary[]> {
  const all = await Promise.all(results.map(({ address }) => jobs.start('recorded-results', address)));
  return all.flat();
}
