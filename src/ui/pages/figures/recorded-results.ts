/** @file Lists the recorded results of docs/results.md that come with the page, with their files' addresses. */
import type { JobStarter } from '../../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import type { Runs } from '../../../analysis/run-summary.ts';

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
  // A thread that loads it has another address than the page; tests have none.
  address: typeof location === 'undefined' ? address : new URL(address, location.href).href,
}));

/** Reads the runs of all these results. */
export async function recordedRuns(
  jobs: JobStarter<Jobs<'figures'>>,
  results: readonly RecordedResults[],
): Promise<Runs> {
  const all = await Promise.all(results.map(({ address }) => jobs.start('recorded-results', address)));
  return { summaries: all.flatMap(({ summaries }) => summaries) };
}
