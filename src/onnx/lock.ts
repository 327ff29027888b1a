/**
 * @file One thing after another. ONNX Runtime Web must never compute twice at once: with its asyncify build a second call
 * hangs the first one or ends the instance (onnxruntime-web 1.31), whichever session it belongs to.
 */
export class Lock {
  private last: Promise<unknown> = Promise.resolve();

  /** Does `work` when everything asked for before has ended, well or badly. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }
}
