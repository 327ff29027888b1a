/**
 * @file The present actions of the transport, for its buttons and its keys alike. An action that is not possible does
 * nothing, so that a button need not be disabled, which would take its focus away.
 */
import type { RunSource } from '../../../state/run-source.ts';

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
  /** To the first epoch, or to the newest. */
  toEnd(which: 'first' | 'last'): void;
}

/** @param hasRun whether there is a run that could begin again */
export function transport(source: RunSource, hasRun: boolean): Transport {
  const playing = source.phase === 'running';
  const canPlay = playing ? !source.pausing : source.canRun;
  const canStep = !playing && source.canStep;
  const canReset =
    !playing && (source.kind === 'replay' || (hasRun && source.phase !== 'opening' && source.phase !== 'loading'));
  const when = (possible: boolean, act: () => unknown) => (): void => {
    if (possible) void act();
  };
  return {
    canPlay,
    canStep,
    canReset,
    play: when(canPlay, playing ? source.pause : source.run),
    stepStage: when(canStep, source.stepStage),
    stepEpoch: when(canStep, source.stepEpoch),
    reset: when(canReset, source.reset),
    // From where the last key went, not from what is drawn: keys are pressed faster than epochs are read.
    move: (epochs) => source.seek(Math.min(source.lastEpoch, Math.max(source.firstEpoch, source.asked + epochs))),
    toEnd: (which) => source.seek(which === 'first' ? source.firstEpoch : source.lastEpoch),
  };
}
