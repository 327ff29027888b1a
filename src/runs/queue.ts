/**
 * @file One thing at a time, in the order of asking: a session's calls may arrive while a stage is still running.
 */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    // The next in line starts however this one ends.
    this.last = result.catch(() => {});
    return result;
  }
}
