/** @file Processor time, for tests of how work grows: other programs, and other guests of the machine, are not counted. */

/** Milliseconds that this process computed while the work was done, on all of its threads. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
