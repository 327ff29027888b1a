/** @file Lets the user follow, cancel and time a long job. */
import type { Following } from '../../../workers/jobs/job-thread.ts';

export class Job<Progress> {
  running = $state(false);
  /** True after `cancel`, until the job has ended. */
  stopping = $state(false);
  /** True if the last run was cancelled. */
  cancelled = $state(false);
  progress = $state.raw<Progress>();
  private controller: AbortController | undefined;

  /** Runs a job. Returns its result, or null if the user cancelled it. */
  async run<Result>(start: (following: Required<Following<Progress>>) => Promise<Result>): Promise<Result | null> {
    const controller = (this.controller = new AbortController());
    Object.assign(this, { running: true, stopping: false, cancelled: false, progress: undefined });
    const isNewest = () => this.controller === controller;
    try {
      return await start({
        signal: controller.signal,
        onProgress: (progress) => {
          if (isNewest()) this.progress = progress;
        },
      });
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      if (isNewest()) {
        this.controller = undefined;
        Object.assign(this, { running: false, stopping: false, cancelled: controller.signal.aborted });
      }
    }
  }

  cancel = (): void => {
    if (!this.controller) return;
    this.stopping = true;
    this.controller.abort();
  };
}

/** Estimates the remaining time from the speed so far. Starts over if the count falls or the total changes. */
export class TimeLeft {
  private first: { done: number; total: number; at: number } | undefined;

  /**
   * Returns the seconds left. Undefined without work, or if the count of done work has not grown yet.
   * @param at milliseconds on a monotonic clock
   */
  estimate(work: { done: number; total: number } | undefined, at: number): number | undefined {
    if (!work) return void (this.first = undefined);
    const { done, total } = work;
    if (total !== this.first?.total || done < this.first.done) this.first = { done, total, at };
    const counted = done - this.first.done;
    return counted > 0 ? ((at - this.first.at) / 1000 / counted) * (total - done) : undefined;
  }
}
