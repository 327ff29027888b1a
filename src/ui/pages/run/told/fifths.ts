/** @file Success as contexts tell it: the fifths of [0, 1] that it lies in. */
import { SUCCESS_BUCKETS, successBucket } from '../../../../tasks/family.ts';
import { formatPercentRange } from '../../../shared/format.ts';

/** “40%–60%” of one value; of several from the lowest to the highest fifth. */
export function fifthsOf(successes: readonly number[]): string {
  const fifths = successes.map(successBucket);
  return formatPercentRange([Math.min(...fifths), Math.max(...fifths) + 1].map((fifth) => fifth / SUCCESS_BUCKETS));
}
