/**
 * @file The pace of stages: from slow motion, in which there is time to read a sentence about each, to
 * one right after the other. It changes when a stage is asked for, never what it gives.
 */
import { type EpochStage, STAGES } from '../../genenv/log/epoch-events.ts';

/** Stages per second that can be chosen. */
export const SPEEDS = [0.25, 1, 8, 32, Infinity] as const;
export type Speed = (typeof SPEEDS)[number];

/** A speed, or as fast as it takes to read the beats of a story. */
export type Pace = Speed | 'story';
/** Those of a story: its own stands between the slow and the fast ones. */
export const STORY_SPEEDS: readonly Pace[] = [0.25, 1, 'story', 8, 32, Infinity];
/** Seconds that its first picture stays: what this is can be read. */
export const OPENING = 5;
/** Seconds that a beat of a story takes, its meetings with the followed task not counted: its caption can be read. */
const BEAT = 8;
/** Seconds after a stage of a meeting with the followed task: the first time its sentence is read, later its picture. */
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

/** Stages per second at which so many epochs take as long as one beat. */
export const storySpeed = (epochs: number): number => (epochs * STAGES.length) / BEAT;

/** Stages per second after this one, where the followed task is met. */
export const meetingSpeed = (stage: EpochStage, first: boolean): number =>
  1 / ((first ? FIRST_MEETING : LATER_MEETING)[stage] ?? 0.05);

/** Up to so many stages per second each stage is told and shown by itself; above it, each epoch as a whole. */
const READABLE = 1;

export const isReadable = (pace: Pace): boolean => pace !== 'story' && pace <= READABLE;

/** A wait that can be cut short. */
export class Wait {
  private wake = (): void => {};

  /** Resolves when a stage at this speed (stages a second) has had its time, or is cut short. */
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
