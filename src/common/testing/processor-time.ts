/** @file Measures processor time, for tests of complexity. The time of other programs is not counted. */

/** Runs the work. Returns the CPU time of all threads of this process during the work, in milliseconds. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
