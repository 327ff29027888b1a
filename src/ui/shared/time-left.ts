/** Estimates the remaining time from the speed so far. When a count restarts, the estimate restarts too. */
export class TimeLeft {
  private first: { done: number; total: number; at: number } | undefined;

  /**
   * @param at milliseconds on a monotonic clock
   * @returns seconds; undefined if there is no work or its count has not grown yet
   */
  estimate(work: { done: number; total: number } | undefined, at: number): number | undefined {
    if (!work) return void (this.first = undefined);
    const { done, total } = work;
    if (total !== this.first?.total || done < this.first.done) this.first = { done, total, at };
    const counted = done - this.first.done;
    return counted > 0 ? ((at - this.first.at) / 1000 / counted) * (total - done) : undefined;
  }
}
