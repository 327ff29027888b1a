/**
 * @file What the page draws and its controls drive: a run being made, or one being told again from its log. Whoever
 * draws need not know which.
 */
import type { RunMetrics } from '../../analysis/metrics.ts';
import type { RunView } from '../../analysis/run-view.ts';

/**
 * `opening`: workers start. `loading`: models load. `idle`: the next stage may be asked for. `running`: one is under
 * way. `reading`: no run is open here that could go on.
 */
export type Phase = 'opening' | 'loading' | 'idle' | 'running' | 'reading';

export interface RunSource {
  readonly kind: 'live' | 'replay';
  readonly phase: Phase;
  /** Somebody asked for a pause; the stage under way ends first. */
  readonly pausing: boolean;
  /** All epochs there are have been shown. */
  readonly finished: boolean;
  readonly canRun: boolean;
  readonly canStep: boolean;
  readonly view: RunView;
  /** The curves: they change once an epoch. */
  readonly metrics: RunMetrics;
  /** One stage after the other, until somebody pauses. */
  run(): Promise<void>;
  pause(): void;
  stepStage(): Promise<void>;
  stepEpoch(): Promise<void>;
  /** Live: a new run with the settings as chosen. Replay: back to the beginning. */
  reset(): Promise<void>;
}
