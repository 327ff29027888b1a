/** @file Runs jobs in this thread: the page's own jobs, or replacements. */
import { JobHost, type JobTable } from '../../../workers/jobs/job-host.ts';
import type { Following, JobStarter } from '../../../workers/jobs/job-thread.ts';

export function jobsHere<Table extends JobTable>(jobs: Partial<NoInfer<Table>>): JobStarter<Table> {
  const host = new JobHost(jobs as Table);
  let started = 0;
  const start: JobStarter<Table>['start'] = async (name, ...given) => {
    const [input, following] = given as unknown as [unknown, Following<unknown>?];
    const id = (started += 1);
    following?.signal?.addEventListener('abort', () => void host.cancel(id));
    return (await host.start(id, name, input, following?.onProgress)) as never;
  };
  return { start };
}
