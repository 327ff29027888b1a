/** @file The share of a run's epochs whose p̂ lies in the band of the paper's Figure 7. */
import { meanOrNull } from '../../common/mean.ts';
import { FIGURE_7_BAND } from '../paper.ts';
import type { EpochRow } from '../run-summary.ts';

const [LOW, HIGH] = FIGURE_7_BAND;
/** Rates are rounded quotients: one that is beyond the band by a rounding error is in it. */
const TOLERANCE = 1e-9;

const inPaperBand = ({ successRate }: Pick<EpochRow, 'successRate'>): boolean =>
  successRate >= LOW - TOLERANCE && successRate <= HIGH + TOLERANCE;

/** Returns null if there is no epoch. */
export const shareInBand = (epochs: readonly Pick<EpochRow, 'successRate'>[]): number | null =>
  meanOrNull(epochs.map((row) => (inPaperBand(row) ? 1 : 0)));
