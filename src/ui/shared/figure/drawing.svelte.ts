/**
 * @file What a thread is asked for and what it last answered: shown until the next answer is there.
 */
import { problemOf, type Problem } from '../problems.ts';
import { Latest } from './latest.ts';

export class Drawing<Drawn> {
  value = $state.raw<Drawn>();
  /** A newer one is on its way. */
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
