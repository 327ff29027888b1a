/** @file What the page draws of a run, live or recorded, and how its transport drives it. */
import type { RunMetrics } from '../../analysis/metrics.ts';
import type { RunView } from '../../analysis/run-view.ts';
import type { Pace } from './pace.ts';

/**
 * `opening`: workers start. `loading`: models load. `idle`: the next stage may be asked for. `running`: a stage is under
 * way. `reading`: no run is open that could go on.
 */
export type Phase = 'opening' | 'loading' | 'idle' | 'running' | 'reading';

export interface RunPlayer {
  readonly kind: 'live' | 'replay';
  readonly phase: Phase;
  /** A stage is being computed at this moment. */
  readonly computing: boolean;
  /** A pause was asked for; the stage under way ends first. */
  readonly pausing: boolean;
  /** The picture stays because what comes next, or was asked for, has not been loaded yet. */
  readonly waiting: boolean;
  /** The last epoch has been shown. */
  readonly finished: boolean;
  readonly canRun: boolean;
  readonly canStep: boolean;
  readonly view: RunView;
  /** The curves: they change once an epoch. */
  readonly metrics: RunMetrics;
  speed: Pace;
  /** The speeds that can be chosen, the slowest first. */
  readonly speeds: readonly Pace[];
  /** The timeline: the earliest and the latest epoch that can be shown, and the one that is. */
  readonly firstEpoch: number;
  readonly lastEpoch: number;
  readonly epoch: number;
  /** The epoch that was asked for last, which may still be on its way; else the one shown. */
  readonly asked: number;
  /** The past epoch that is shown while the run stays where it is; undefined: what is shown follows the run. */
  readonly pinned: number | undefined;
  seek(epoch: number): void;
  /** One stage after the other, until a pause is asked for. */
  run(): Promise<void>;
  pause(): void;
  stepStage(): Promise<void>;
  stepEpoch(): Promise<void>;
  /** Live: a new run with the chosen settings. Replay: back to the beginning. */
  reset(): Promise<void>;
}
