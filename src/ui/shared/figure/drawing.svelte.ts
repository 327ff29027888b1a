/**
 * @file Holds the last drawing of a worker until the next one arrives, and drops answers that a newer question
 * replaced.
 */
import { type Problem, problemOf } from '../problems.svelte.ts';

export class Drawing<Drawn> {
  value = $state.raw<Drawn>();
  /** A newer drawing is being made. */
  busy = $state(false);
  problem = $state.raw<Problem>();

  private readonly latest = new Latest();

  closeProblem = (): void => {
    this.problem = undefined;
  };

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

/** Only the answer to the newest question counts: a slider asks faster than drawings are made. */
export class Latest {
  private asked = 0;
  private busy: Promise<unknown> | undefined;

  /** Asks once the question before is answered; undefined where a newer question replaced this. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    const own = ++this.asked;
    while (this.busy) {
      await this.busy;
      if (own !== this.asked) return undefined;
    }
    const answering = question();
    const settled = answering.then(
      () => {},
      () => {},
    );
    this.busy = settled;
    try {
      const answer = await answering;
      return own === this.asked ? answer : undefined;
    } finally {
      if (this.busy === settled) this.busy = undefined;
    }
  }
}
