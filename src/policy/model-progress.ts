/** @file Tracks a model's activity, progress and cost. A model does one piece of work at a time (`Sampler`). */
import type { PolicyTelemetry } from './policy.ts';

type Progress = Pick<PolicyTelemetry, 'activity' | 'done' | 'total' | 'tokensGenerated' | 'flops'>;

export class ModelProgress implements Progress {
  activity: PolicyTelemetry['activity'] = 'idle';
  done = 0;
  total = 0;
  tokensGenerated = 0;
  flops = 0;

  /** Runs `work` and reports it as `activity`. @throws Error if other work still runs */
  async exclusively<Result>(
    activity: PolicyTelemetry['activity'],
    total: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.activity !== 'idle')
      throw new Error(`The policy is still ${this.activity}: await each call before the next.`);
    Object.assign(this, { activity, total, done: 0 });
    try {
      return await work();
    } finally {
      this.activity = 'idle';
    }
  }

  get report(): Progress {
    const { activity, done, total, tokensGenerated, flops } = this;
    return { activity, done, total, tokensGenerated, flops };
  }
}
