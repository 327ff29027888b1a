/** @file The recorded results that the page brings along: those of docs/results.md, each with the address of its file. */
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
  // A thread that loads it has another address than the page; where tests run there is none.
  address: typeof location === 'undefined' ? address : new URL(address, location.href).href,
}));

/** The runs of these results together. */
export async function recordedRuns(
  jobs: JobStarter<Jobs<'figures'>>,
  results: readonly RecordedResults[],
): Promise<Runs> {
  const all = await Promise.all(results.map(({ address }) => jobs.start('recorded-results', address)));
  return { summaries: all.flatMap(({ summaries }) => summaries) };
}
