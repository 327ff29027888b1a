/** @file Measures Proposition 1 on the open run, a few tasks at a time. */
import {
  joinedSlices,
  type Measured,
  type SignalQuestion,
  type SignalSlice,
} from '../../../runs/signal/gradient-signal.ts';
import { Job } from '../../shared/job.svelte.ts';
import { Trying } from '../../shared/trying.svelte.ts';

const TASKS_AT_ONCE = 2;

export class SignalPage extends Trying {
  tasksPerLevel = $state(4);
  rollouts = $state(16);
  /** Tasks measured so far, of `tasks`. Both are 0 before the first answer. */
  done = $state(0);
  tasks = $state(0);
  measured = $state.raw<Measured | null>(null);

  readonly job = new Job<never>();

  constructor(private readonly ask: (question: SignalQuestion) => Promise<SignalSlice>) {
    super();
  }

  /** Measures until all tasks are done or the user cancels. Keeps what was measured. */
  async measure(): Promise<void> {
    if (this.job.running) return;
    const { tasksPerLevel, rollouts } = this;
    Object.assign(this, { done: 0, tasks: 0, measured: null });
    const slices: SignalSlice[] = [];
    await this.trying(() =>
      this.job.run(async ({ signal }) => {
        do {
          const slice = await this.ask({ tasksPerLevel, rollouts, start: this.done, count: TASKS_AT_ONCE });
          slices.push(slice);
          this.tasks = slice.tasks;
          this.done = Math.min(slice.tasks, this.done + TASKS_AT_ONCE);
          this.measured = joinedSlices(slices as [SignalSlice, ...SignalSlice[]]);
        } while (this.done < this.tasks && !signal.aborted);
      }),
    );
  }
}
