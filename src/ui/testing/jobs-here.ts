/** @file Runs jobs in this thread: some of the page's own, or others in their place. */
import { JobHost } from '../../../workers/jobs/job-host.ts';
import type { JobStarter } from '../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../workers/jobs/jobs.worker.ts';

export function jobsHere(jobs: Partial<Jobs>): JobStarter {
  const host = new JobHost(async (name) => jobs[name as keyof Jobs]);
  let started = 0;
  const start: JobStarter['start'] = async (name, ...given) => {
    const [input, following] = given as unknown as [unknown, { onProgress?: () => void; signal?: AbortSignal }?];
    const id = (started += 1);
    following?.signal?.addEventListener('abort', () => void host.cancel(id));
    return (await host.start(id, name, input, following?.onProgress)) as never;
  };
  return { start };
}
