/** @file Decides whether runs are enough for a verdict. */

/** Nominal coverage of intervals, where nothing else is asked for. */
export const DEFAULT_LEVEL = 0.95;

/** The most an interval of n values can cover: their range holds the median with probability 1 − 2·2⁻ⁿ. */
export const bestCoverage = (n: number): number => 1 - 2 ** (1 - n);

/** The most by which the coverage of an interval may fall short of its level. */
const COVERAGE_SLACK = 0.02;

/**
 * The one rule for how many runs decide anything: so many that an interval between their values covers nearly what it
 * claims. At a level of .95 that is five runs (.94), and not four (.88). Two seeds that happen to agree have an interval
 * of no width, and show nothing.
 */
export const enoughRuns = (n: number, level = DEFAULT_LEVEL): boolean => bestCoverage(n) >= level - COVERAGE_SLACK;
