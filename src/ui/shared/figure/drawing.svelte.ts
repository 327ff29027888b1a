/** @file Keeps a worker's last drawing until the next one arrives, and drops answers to outdated questions. */
import { type Problem, problemOf } from '../problems.svelte.ts';

export class Drawing<Drawn> {
  value = $state.raw<Drawn>();
  /** True while a newer drawing is being made. */
  busy = $state(false);
  problem = $state.raw<Problem>();

  private readonly latest = new Latest();

  closeProblem = (): void => {
    this.problem = undefined;
  };

  /** Asks for a drawing. If that fails, keeps the last drawing and sets `problem`. */
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

/** Returns only the answer to the newest question, because a slider asks faster than a worker draws. */
export class Latest {
  private asked = 0;
  private busy: Promise<unknown> | undefined;

  /** Asks after the current question is answered. Returns undefined if a newer question replaced this one. */
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
