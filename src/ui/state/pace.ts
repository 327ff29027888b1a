/**
 * @file How fast stages follow each other: from slow motion, in which there is time to read a sentence about each, to
 * one right after the other. It changes when a stage is asked for, never what it gives.
 */

/** Stages per second that can be chosen. */
export const SPEEDS = [0.25, 1, 8, 32, Infinity] as const;
export type Speed = (typeof SPEEDS)[number];

/** Up to so many stages per second each stage is told and shown by itself; above it, each epoch as a whole. */
const READABLE = 1;

export const isReadable = (speed: Speed): boolean => speed <= READABLE;

/** A wait that can be cut short. */
export class Wait {
  private wake = (): void => {};

  /** Resolves when a stage at this speed has had its time, or when it is cut short. */
  for(speed: Speed): Promise<void> {
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
