/**
 * @file Switches in the page's address that its threads follow. A thread has no address of its own, so each gets them with
 * its name, and hands them on to the threads it starts.
 */

/** `?tune=off`: kernels keep their default variant, so that times can be compared exactly. */
export const TUNE = 'tune';
const OFF = 'off';

/** Whether the page's address switches the tuning of kernels off; in the page and in its threads. */
export function isTuningOff(): boolean {
  const query = typeof document === 'undefined' ? (self.name.split('?')[1] ?? '') : location.search;
  return new URLSearchParams(query).get(TUNE) === OFF;
}

/** The name for a thread to start: what it does, and the switches. */
export const threadName = (does: string): string => (isTuningOff() ? `${does}?${TUNE}=${OFF}` : does);
