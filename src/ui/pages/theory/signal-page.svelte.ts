/** @file Measures Proposition 1 on the open run, a few tasks at a time. */
import {
  joinedSlices,
  type Measured,
  type SignalQuestion,
  type SignalSlice,
} from '../../../runs/signal/gradient-signal.ts';
import { problemOf, type Problem } from '../../shared/problems.svelte.ts';

const TASKS_AT_ONCE = 2;

export class SignalPage {
  tasksPerLevel = $state(4);
  rollouts = $state(16);
  busy = $state(false);
  /** Tasks measured, of how many; 0 before the first answer. */
  done = $state(0);
  tasks = $state(0);
  measured = $state.raw<Measured | null>(null);
  problem = $state.raw<Problem>();

  private stopping = false;

  constructor(private readonly ask: (question: SignalQuestion) => Promise<SignalSlice>) {}

  /** Measures until all tasks are done or `stop` is called; what was measured stays. */
  async measure(): Promise<void> {
    if (this.busy) return;
    const { tasksPerLevel, rollouts } = this;
    Object.assign(this, { busy: true, done: 0, tasks: 0, measured: null, problem: undefined });
    this.stopping = false;
    const slices: SignalSlice[] = [];
    try {
      do {
        const slice = await this.ask({ tasksPerLevel, rollouts, start: this.done, count: TASKS_AT_ONCE });
        slices.push(slice);
        this.tasks = slice.tasks;
        this.done = Math.min(slice.tasks, this.done + TASKS_AT_ONCE);
        this.measured = joinedSlices(slices as [SignalSlice, ...SignalSlice[]]);
      } while (this.done < this.tasks && !this.stopping);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.busy = false;
  }

  stop(): void {
    this.stopping = true;
  }
}
