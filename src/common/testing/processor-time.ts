/** @file Measures processor time, for tests of how work grows. Other programs on the machine are not counted. */

/** Returns the milliseconds that all threads of this process computed during the work. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
