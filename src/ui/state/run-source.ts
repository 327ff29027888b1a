/**
 * @file What the page draws and its controls drive: a live run or a replay of a recorded one. Components that draw it do
 * not need to know which.
 */
import type { RunMetrics } from '../../analysis/metrics.ts';
import type { RunView } from '../../analysis/run-view.ts';

/**
 * `opening`: workers start. `loading`: models load. `idle`: the next stage may be asked for. `running`: a stage is under
 * way. `reading`: no run is open that could go on.
 */
export type Phase = 'opening' | 'loading' | 'idle' | 'running' | 'reading';

export interface RunSource {
  readonly kind: 'live' | 'replay';
  readonly phase: Phase;
  /** A pause was asked for; the stage under way ends first. */
  readonly pausing: boolean;
  /** The last epoch has been shown. */
  readonly finished: boolean;
  readonly canRun: boolean;
  readonly canStep: boolean;
  readonly view: RunView;
  /** The curves: they change once an epoch. */
  readonly metrics: RunMetrics;
  /** One stage after the other, until a pause is asked for. */
  run(): Promise<void>;
  pause(): void;
  stepStage(): Promise<void>;
  stepEpoch(): Promise<void>;
  /** Live: a new run with the chosen settings. Replay: back to the beginning. */
  reset(): Promise<void>;
}
