/** @file Runs jobs by name in this thread. A job may report progress and may be cancelled. */
import * as Comlink from 'comlink';

/** Second argument of a job, after the input. */
export interface JobContext<Progress = never> {
  /** Passes on the newest progress. May be called often, because messages are throttled. */
  report(progress: Progress): void;
  /** Signal that is aborted when the job is cancelled. */
  signal: AbortSignal;
}

/** Minimum time between two progress messages, in milliseconds. */
const REPORT_MS = 100;

/** Jobs by name. A job takes an input and a `JobContext`, or fewer arguments. */
export type JobTable = Readonly<Record<string, (...given: never) => Promise<unknown>>>;

type AnyJob = (input: unknown, context: JobContext<unknown>) => Promise<unknown>;
type OnProgress = (progress: unknown) => void;

export class JobHost {
  private readonly controllers = new Map<number, AbortController>();

  constructor(private readonly jobs: JobTable) {}

  /** Runs a job and returns its result. @param onProgress Comlink proxy, which is released when the job ends */
  async start(id: number, name: string, input: unknown, onProgress?: OnProgress): Promise<unknown> {
    const controller = new AbortController();
    this.controllers.set(id, controller);
    const reports = new Reports(onProgress);
    try {
      const job = this.jobs[name] as AnyJob;
      return await job(input, { report: reports.add, signal: controller.signal });
    } finally {
      reports.send();
      (onProgress as Partial<Comlink.Remote<OnProgress>> | undefined)?.[Comlink.releaseProxy]?.();
      this.controllers.delete(id);
    }
  }

  async cancel(id: number): Promise<void> {
    this.controllers.get(id)?.abort();
  }
}

/** Passes progress on, at most once every `REPORT_MS`. The last progress is sent before the job returns. */
class Reports {
  private newest: { progress: unknown } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sentAt = -Infinity;

  constructor(private readonly onProgress: OnProgress | undefined) {}

  add = (progress: unknown): void => {
    this.newest = { progress };
    const wait = this.sentAt + REPORT_MS - performance.now();
    if (wait <= 0) this.send();
    else this.timer ??= setTimeout(this.send, wait);
  };

  /** Sends the newest progress, unless it has already been sent. */
  readonly send = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.newest) return;
    this.sentAt = performance.now();
    this.onProgress?.(this.newest.progress);
    this.newest = undefined;
  };
}
