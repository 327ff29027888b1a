/**
 * @file Defines the speeds at which stages follow each other. A speed changes when a stage is requested, never its
 * result.
 */
import { type EpochStage, STAGES } from '../../genenv/log/epoch-events.ts';

/** Speeds to choose from, in stages per second. */
export const SPEEDS = [0.25, 1, 8, 32, Infinity] as const;
type Speed = (typeof SPEEDS)[number];

/** A speed, or `story`: slow enough to read each caption of a story. */
export type Pace = Speed | 'story';
/** Speeds to choose from for a recording with a story. */
export const STORY_SPEEDS: readonly Pace[] = [0.25, 1, 'story', 8, 32, Infinity];
/** Seconds that a story's first picture stays, so that its caption can be read. */
export const OPENING = 5;
/** Seconds that a beat of a story takes, so that its caption can be read. Epochs with the followed task take longer. */
const BEAT = 8;
/** Seconds of pause after these stages of the first epoch with the followed task. Users read a sentence per stage. */
const FIRST_MEETING: Partial<Record<EpochStage, number>> = {
  'tasks-written': 3,
  'rolled-out': 3.5,
  scored: 4.5,
  filtered: 4,
  'agent-updated': 4.5,
};
const LATER_MEETING: typeof FIRST_MEETING = {
  'tasks-written': 0.3,
  'rolled-out': 0.7,
  scored: 0.9,
  'agent-updated': 1.2,
};

/** Returns the stages per second at which this many epochs take as long as one beat. */
export const storySpeed = (epochs: number): number => (epochs * STAGES.length) / BEAT;

/** Returns stages per second after a stage of an epoch with the followed task. `first` marks the first such epoch. */
export const meetingSpeed = (stage: EpochStage, first: boolean): number =>
  1 / ((first ? FIRST_MEETING : LATER_MEETING)[stage] ?? 0.05);

/** Up to this many stages per second, each stage has its own sentence. At higher speeds, each epoch has one. */
const READABLE = 1;

export const isReadable = (pace: Pace): boolean => pace !== 'story' && pace <= READABLE;

export class Wait {
  private wake = (): void => {};

  /** Resolves after the time of one stage at this speed (stages per second), or when `cut` is called. */
  for(speed: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 1000 / speed);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  cut(): void {
    this.wake();
  }
}
