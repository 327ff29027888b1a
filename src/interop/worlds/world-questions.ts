/** @file The questions of trainers to the task families (world-judge.ts): one JSON object a line, one answer a line. */
import { z } from 'zod';

const MOST_TASKS = 10_000;

export const worldQuestion = z.discriminatedUnion('ask', [
  /** The families, with their levels and an example of each. */
  z.strictObject({ ask: z.literal('families') }),
  /** Tasks `first`, `first` + 1, … of a family. */
  z.strictObject({
    ask: z.literal('draw'),
    family: z.string(),
    /** Levels in turn; absent: all. */
    levels: z.array(z.int().min(1)).min(1).optional(),
    /** The tasks kept for evaluation are few and fixed: the seed changes nothing, and they come round again. */
    split: z.enum(['training', 'development', 'held-out']).default('training'),
    seed: z.int().min(0).default(0),
    first: z.int().min(0).default(0),
    count: z.int().min(1).max(MOST_TASKS).default(1),
  }),
  /** The turns of one shortest solution of a task. */
  z.strictObject({ ask: z.literal('solve'), family: z.string(), text: z.string() }),
  /** The simulator's answer to the last of all turns so far, and the score where the agent ends here. */
  z.strictObject({ ask: z.literal('play'), family: z.string(), text: z.string(), turns: z.array(z.string()) }),
]);
type WorldQuestion = z.infer<typeof worldQuestion>;
export type WorldQuestionOf<Ask extends WorldQuestion['ask']> = Extract<WorldQuestion, { ask: Ask }>;
