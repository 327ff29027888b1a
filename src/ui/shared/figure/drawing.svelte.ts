/** @file Keeps a worker's last drawing until the next one arrives, and drops answers to outdated questions. */
import { type Problem, problemOf } from '../problems.svelte.ts';

export class Drawing<Drawn> {
  value = $state.raw<Drawn>();
  /** True while a newer drawing is being made. */
  busy = $state(false);
  problem = $state.raw<Problem>();

  /** Number of calls of `draw` so far. */
  private asked = 0;
  /** Settles once the worker has answered the current question. */
  private answering: Promise<void> | undefined;

  closeProblem = (): void => {
    this.problem = undefined;
  };

  /**
   * Asks for a drawing after the current question is answered. Only the newest question counts, because a slider asks
   * faster than a worker draws. If the worker fails, keeps the last drawing and sets `problem`.
   */
  async draw(ask: () => Promise<Drawn>): Promise<void> {
    const own = ++this.asked;
    const isNewest = () => own === this.asked;
    this.busy = true;
    while (this.answering) {
      await this.answering;
      if (!isNewest()) return;
    }
    this.answering = this.answer(ask, isNewest);
    await this.answering;
    if (isNewest()) this.busy = false;
  }

  private async answer(ask: () => Promise<Drawn>, isNewest: () => boolean): Promise<void> {
    try {
      const drawn = await ask();
      if (isNewest()) {
        this.value = drawn;
        this.problem = undefined;
      }
    } catch (error) {
      if (isNewest()) this.problem = problemOf(error);
    }
    this.answering = undefined;
  }
}
