/** @file The weight of a token over its ratio, to be drawn: all else of its group stays. */
import type { weighTokens } from '../../../../../analysis/group-losses.ts';

/** Beyond the bound of CISPO. */
export const LARGEST_RATIO = 6;
const STEPS = 240;
/** Within this of 0 a ratio is drawn as its limit. */
export const SMALLEST_RATIO = 1e-6;

export interface CurvePoint {
  ratio: number;
  weight: number;
}

export const lossCurve = (of: ReturnType<typeof weighTokens>, answer: number, token: number): CurvePoint[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => {
    const ratio = Math.max(SMALLEST_RATIO, (LARGEST_RATIO * step) / STEPS);
    return { ratio, weight: of(answer, token, Math.log(ratio)).weight };
  });
