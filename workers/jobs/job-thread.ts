/** @file Starts long jobs in a worker. A job has a name and a result, and may have an input and progress. */
import * as Comlink from 'comlink';
import { connect, type Thread } from '../rpc/connect.ts';
import type { JobContext, JobHost, JobTable } from './job-host.ts';
import type { JobFile, Jobs } from './jobs.worker.ts';

type AnyJob = JobTable[string];
export type JobInput<Job extends AnyJob> = Parameters<Job>[0];
export type JobResult<Job extends AnyJob> = Awaited<ReturnType<Job>>;

/** Type of a job's progress, or `never` if the job reports nothing. */
export type ProgressOf<Job extends AnyJob> =
  Parameters<Job> extends [unknown, JobContext<infer Progress>] ? Progress : never;

/** Lets a caller follow a job's progress, and cancel it. */
export interface Following<Progress> {
  onProgress?: (progress: Progress) => void;
  /** Signal that cancels the job, which then rejects with an AbortError. */
  signal?: AbortSignal;
}

type StartArguments<Job extends AnyJob> =
  Parameters<Job> extends [] ? [] : [input: JobInput<Job>, following?: Following<ProgressOf<Job>>];

/** Starts jobs in a worker, or in the same thread for tests. */
export interface JobStarter<Table extends JobTable> {
  start<Name extends keyof Table & string>(
    name: Name,
    ...given: StartArguments<Table[Name]>
  ): Promise<JobResult<Table[Name]>>;
}

/** Runs a worker for the jobs of one file, which may share state. The first job starts the worker. */
export class JobThread<File extends JobFile, Table extends JobTable = Jobs<File>> implements JobStarter<Table> {
  private thread: Thread<JobHost> | undefined;
  private jobs = 0;

  constructor(
    private readonly file: File,
    /** Name of the worker in messages, e.g. "the figures". */
    private readonly title: string,
  ) {}

  async start<Name extends keyof Table & string>(
    name: Name,
    ...given: StartArguments<Table[Name]>
  ): Promise<JobResult<Table[Name]>> {
    const [input, { onProgress, signal } = {}] = given as [unknown, Following<unknown>?];
    const { proxy } = this.running();
    const id = (this.jobs += 1);
    // Ignore a failed cancellation: if the worker has stopped, the call of the job rejects.
    const cancel = () => void proxy.cancel(id).catch(() => {});
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel);
    try {
      const result = await proxy.start(id, name, input, onProgress && Comlink.proxy(onProgress));
      return result as JobResult<Table[Name]>;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Ends the worker and frees its memory. The next job starts a new worker. */
  terminate(): void {
    this.thread?.terminate();
  }

  private running(): Thread<JobHost> {
    if (this.thread?.alive) return this.thread;
    this.terminate();
    const worker = new Worker(new URL('./jobs.worker.ts', import.meta.url), { type: 'module', name: this.title });
    return (this.thread = connect<JobHost>(worker, this.title, this.file));
  }
}
