/** Estimates how long counted work still takes, by its pace so far. Work that begins anew gets a new pace. */
export class TimeLeft {
  private first: { done: number; total: number; at: number } | undefined;

  /**
   * @param at milliseconds on a monotonic clock
   * @returns seconds; undefined while there is no work, and until its count has grown
   */
  estimate(work: { done: number; total: number } | undefined, at: number): number | undefined {
    if (!work) return void (this.first = undefined);
    const { done, total } = work;
    if (total !== this.first?.total || done < this.first.done) this.first = { done, total, at };
    const counted = done - this.first.done;
    return counted > 0 ? ((at - this.first.at) / 1000 / counted) * (total - done) : undefined;
  }
}
