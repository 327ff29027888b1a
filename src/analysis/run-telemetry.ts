/** @file The wall-clock seconds of a run: never part of its results, which are the same on any machine. */
export interface RunTelemetry {
  id: string;
  /** Seconds since the run began, at the end of each epoch, the first being epoch 0: before any training. */
  seconds: number[];
}
