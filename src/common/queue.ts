/** @file One thing after another, in the order of the calls. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  /** Does `work` when everything asked for before has ended, well or badly. */
  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }
}
