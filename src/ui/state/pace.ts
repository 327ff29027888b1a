/**
 * @file The pace of stages: from slow motion, in which there is time to read a sentence about each, to
 * one right after the other. It changes when a stage is asked for, never what it gives.
 */
import { STAGES } from '../../genenv/epoch-stages.ts';

/** Stages per second that can be chosen. */
export const SPEEDS = [0.25, 1, 8, 32, Infinity] as const;
export type Speed = (typeof SPEEDS)[number];

/** A speed, or as fast as it takes to read the beats of a story. */
export type Pace = Speed | 'story';
/** Those of a story: its own stands between the slow and the fast ones. */
export const STORY_SPEEDS: readonly Pace[] = [0.25, 1, 'story', 8, 32, Infinity];
/** Seconds that its first picture stays: what this is can be read. */
export const OPENING = 5;
/** Seconds that a beat of a story takes: its caption can be read twice. Four beats are a minute. */
const BEAT = 14;

/** Stages per second at which so many epochs take as long as one beat. */
export const storySpeed = (epochs: number): number => (epochs * STAGES.length) / BEAT;

/** Up to so many stages per second each stage is told and shown by itself; above it, each epoch as a whole. */
const READABLE = 1;

export const isReadable = (pace: Pace): boolean => pace !== 'story' && pace <= READABLE;

/** A wait that can be cut short. */
export class Wait {
  private wake = (): void => {};

  /**
   * Resolves when a stage at this speed has had its time, or when it is cut short.
   * @param speed stages per second
   */
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
