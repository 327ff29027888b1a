/**
 * @file What figures draw over the course of a run: each quantity once, with where its values come from. What follows from
 * numbers that a summary has is a line here, and summaries stay as they are (analysis/epoch-fields.ts).
 */
import type { EpochRow, HeldOutRow, RunSummary } from '../analysis/run-summary.ts';

const ofEpochs =
  (value: (row: EpochRow) => number) =>
  ({ epochs }: RunSummary) =>
    epochs.map((row) => ({ row, value: value(row) }));

const ofEvaluations =
  (value: (row: HeldOutRow) => number) =>
  ({ heldOut }: RunSummary) =>
    heldOut.map((row) => ({ row, value: value(row) }));

export const quantities = {
  'held-out success': ofEvaluations(({ success }) => success),
  successRate: ofEpochs(({ successRate }) => successRate),
  reward: ofEpochs(({ reward }) => reward),
  responseLength: ofEpochs(({ responseLength }) => responseLength),
  taskLength: ofEpochs(({ taskLength }) => taskLength),
  meanLevel: ofEpochs(({ meanLevel }) => meanLevel),
  unsolvedShare: ofEpochs(({ unsolvedShare }) => unsolvedShare),
  solvedShare: ofEpochs(({ solvedShare }) => solvedShare),
  mixedShare: ofEpochs(({ mixedShare }) => mixedShare),
};

/** A language has words for each (words.ts). */
export type Quantity = keyof typeof quantities;
