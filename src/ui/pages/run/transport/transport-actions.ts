/**
 * @file Defines the transport's actions for buttons and keys. An impossible action does
 * nothing, so its button need not be disabled. A disabled button would lose the focus.
 */
import { clamp } from '../../../../common/clamp.ts';
import type { RunPlayer } from '../../../state/run-player.svelte.ts';

export interface Transport {
  canPlay: boolean;
  canStep: boolean;
  canReset: boolean;
  play(): void;
  stepStage(): void;
  stepEpoch(): void;
  reset(): void;
  /** Moves along the timeline by so many epochs. */
  move(epochs: number): void;
  /** Goes to the first epoch, or to the newest. */
  toEnd(which: 'first' | 'last'): void;
}

/** @param hasRun whether there is a run that could begin again */
export function transport(player: RunPlayer, hasRun: boolean): Transport {
  const playing = player.phase === 'running';
  const canPlay = playing ? !player.pausing : player.canRun;
  const canStep = !playing && player.canStep;
  const canReset = !playing && (player.kind === 'replay' || (hasRun && !player.isLoading));
  const when = (possible: boolean, act: () => unknown) => (): void => {
    if (possible) void act();
  };
  return {
    canPlay,
    canStep,
    canReset,
    play: when(canPlay, playing ? player.pause : player.run),
    stepStage: when(canStep, player.stepStage),
    stepEpoch: when(canStep, player.stepEpoch),
    reset: when(canReset, player.reset),
    // Move from the epoch last requested, because users press keys faster than epochs load.
    move: (epochs) => player.seek(clamp(player.asked + epochs, player.firstEpoch, player.lastEpoch)),
    toEnd: (which) => player.seek(which === 'first' ? player.firstEpoch : player.lastEpoch),
  };
}
