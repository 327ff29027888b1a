/**
 * @file Of questions that overtake each other only the last one's answer counts: a slider asks faster than drawings come.
 */
export class Latest {
  private asked = 0;
  private busy: Promise<unknown> | undefined;

  /**
   * Asks once the question before has been answered, unless another has been asked by then.
   * @returns the answer; undefined where a newer question made it worthless
   */
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
