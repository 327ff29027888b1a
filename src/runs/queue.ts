/**
 * @file Runs one task at a time, in the order of the calls: a session may be called while a stage is still running.
 */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    // The next task starts whether this one succeeds or fails.
    this.last = result.catch(() => {});
    return result;
  }
}
