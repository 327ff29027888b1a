/**
 * @file The time that a run took on the machine that made it: wall-clock seconds, recorded beside the results and never
 * part of them, so that the same run gives the same results on any machine.
 */
export interface RunTelemetry {
  id: string;
  /** Seconds since the run began, at the end of each epoch, the first being epoch 0: before any training. */
  seconds: number[];
}
