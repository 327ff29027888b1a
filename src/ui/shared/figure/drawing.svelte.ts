/** @file The last drawing of a worker, shown until the next one arrives. */
import { problemOf, type Problem } from '../problems.svelte.ts';
import { Latest } from './latest.ts';

export class Drawing<Drawn> {
  value = $state.raw<Drawn>();
  /** A newer drawing is being made. */
  busy = $state(false);
  problem = $state.raw<Problem>();

  private readonly latest = new Latest();

  /** A failure is kept as a problem; the last drawing stays. */
  async draw(ask: () => Promise<Drawn>): Promise<void> {
    this.busy = true;
    try {
      const drawn = await this.latest.ask(ask);
      if (drawn === undefined) return;
      this.value = drawn;
      this.problem = undefined;
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.busy = false;
  }
}
