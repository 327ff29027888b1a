/** @file Only the answer to the newest question counts: a slider asks faster than drawings are made. */
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
