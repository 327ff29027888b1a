/** @file Describes claims about arms. Every difference comes with its interval and n. */
import { type Claim, type ClaimOrNot, isClaim, type ReportNote } from '../analysis/claims.ts';
import { bestCoverage, LEVEL } from '../analysis/statistics.ts';
import { armTitle, axes } from './names.ts';
import { numberOf, signed } from './numbers.ts';
import { workText } from './work.ts';

const words = workText.claims;

function difference(claim: Claim): string {
  const { measure, axis, seeds, modelPairs, leavesOutZero: shown } = claim;
  const { mean, n, interval } = claim.difference;
  const { low, high } = interval!;
  const spent = { spent: numberOf(claim.budget), noun: axes[axis].noun };
  return words.difference({
    treatment: armTitle(claim.treatment),
    control: armTitle(claim.control),
    measure:
      measure.kind === 'threshold'
        ? words.measures.threshold({ ...spent, threshold: measure.at })
        : words.measures[measure.kind](spent),
    mean: signed(mean),
    low: signed(low),
    high: signed(high),
    percent: LEVEL * 100,
    n,
    seeds,
    pairs: modelPairs,
    shown,
    caution: claim.enough ? null : words.caution({ coverage: bestCoverage(n).toFixed(2), shown }),
  });
}

export function claimSentence(claim: ClaimOrNot): string {
  const { treatment, control, condition } = claim;
  const sentence = isClaim(claim)
    ? difference(claim)
    : words.none({ treatment: armTitle(treatment), control: armTitle(control), reason: words.reasons[claim.reason] });
  return condition ? words.condition({ condition, claim: sentence }) : sentence;
}

export const noteSentence = ({ adapters }: ReportNote): string => words.note({ adapters: adapters.join('; ') });
