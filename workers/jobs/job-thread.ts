/**
 * @file Starts long jobs in a worker. Every job has one contract: a name, an input, its progress and a result. Which jobs there
 * are, and where their code is, says jobs.worker.ts.
 */
import * as Comlink from 'comlink';
import { connect, type Thread } from '../rpc/connect.ts';
import type { JobContext, JobHost } from './job-host.ts';
import type { Jobs } from './jobs.worker.ts';

export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobResult<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

/** How a caller follows a job, and cancels it. */
export interface Following<Progress> {
  onProgress?: (progress: Progress) => void;
  /** Once it is aborted the job rejects with an AbortError, or ends early if it says so. */
  signal?: AbortSignal;
}

/** The type of what a job reports; never if it reports nothing. */
export type ProgressOf<Name extends JobName> =
  Parameters<Jobs[Name]> extends [unknown, JobContext<infer Progress>] ? Progress : never;

type StartArguments<Name extends JobName> =
  Parameters<Jobs[Name]> extends [] ? [] : [input: JobInput<Name>, following?: Following<ProgressOf<Name>>];

/** What starts jobs: a worker, or a test in its own thread. */
export interface JobStarter {
  start<Name extends JobName>(name: Name, ...given: StartArguments<Name>): Promise<JobResult<Name>>;
}

/** A worker that is started with its first job. Jobs that share state, such as the items that were read, share a worker. */
export class JobThread implements JobStarter {
  private thread: Thread<JobHost> | undefined;
  private jobs = 0;

  /** @param title what the worker is, for messages: "the sweeps" */
  constructor(private readonly title: string) {}

  async start<Name extends JobName>(name: Name, ...given: StartArguments<Name>): Promise<JobResult<Name>> {
    const [input, { onProgress, signal } = {}] = given as [unknown, Following<unknown>?];
    const { proxy } = this.running();
    const id = (this.jobs += 1);
    // If the worker has stopped, the job itself says so.
    const cancel = () => void proxy.cancel(id).catch(() => {});
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel);
    try {
      const result = await proxy.start(id, name, input, onProgress && Comlink.proxy(onProgress));
      return result as JobResult<Name>;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Ends the worker and frees its memory. The next job starts another one. */
  terminate(): void {
    this.thread?.terminate();
  }

  private running(): Thread<JobHost> {
    if (this.thread?.alive) return this.thread;
    this.terminate();
    const worker = new Worker(new URL('./jobs.worker.ts', import.meta.url), { type: 'module', name: this.title });
    return (this.thread = connect<JobHost>(worker, this.title));
  }
}
