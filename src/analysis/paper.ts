/** @file Numbers of the paper, of other models and benchmarks, without seeds: only their shape can be compared. */
import { mean } from 'simple-statistics';

/** Table 1: 7B GenEnv and Qwen2.5-7B, percent; `preset`: the one here whose tasks follow the benchmark's rules. */
export const TABLE_1 = [
  { benchmark: 'ALFWorld', preset: 'long-errands', genenv: 54.5, base: 14.2 },
  { benchmark: 'BFCL', preset: 'function-calling', genenv: 41.8, base: 7.0 },
  { benchmark: 'API-Bank', preset: 'service-calls', genenv: 79.1, base: 61.6 },
  { benchmark: 'Bamboogle', preset: 'wide-search', genenv: 76.0, base: 68.0 },
  { benchmark: 'TravelPlanner', preset: 'travel-rules', genenv: 16.6, base: 14.3 },
] as const;

/** The mean over its benchmarks, percent. */
export const paperAverage = (column: 'genenv' | 'base'): number => mean(TABLE_1.map((row) => row[column]));

/** Figure 1b: BFCL validation by arm, percent. */
export const FIGURE_1B: Readonly<Record<string, number>> = {
  random: 40.8,
  static: 43.2,
  'offline-2x': 43.4,
  'offline-4x': 43.8,
  genenv: 45.8,
};

/** Figure 4: score of each of six epochs. */
export const FIGURE_4_SCORES = [0.138, 0.425, 0.488, 0.505, 0.517, 0.524];

/** Figure 5, six epochs: lengths of tasks and of responses. */
export const FIGURE_5_TASK_LENGTHS = [5828, 5724, 5708, 5679, 5671, 5657];
export const FIGURE_5_RESPONSE_LENGTHS = [137, 147, 160, 174, 187, 204];

/** Figure 7: the band of success the environment is to hold. */
export const FIGURE_7_BAND = [0.4, 0.6] as const;

/** Numbers per epoch as points of a curve. */
export const byEpoch = (values: readonly number[]): { epoch: number; value: number }[] =>
  values.map((value, i) => ({ epoch: i + 1, value }));
