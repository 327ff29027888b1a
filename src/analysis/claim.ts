/**
 * @file A claim about two arms, as data: a difference with its interval and its n at an equal budget, or the
 * reason why nothing is claimed. claims.ts computes claims; a text module makes their sentences.
 */
import type { Axis } from './axes.ts';
import type { Measure } from './comparison.ts';
import type { Estimate } from './statistics.ts';

/** The arms that are compared, with place and axis. */
export interface Compared {
  /** The difference from other conditions of these runs, e.g. `alpha 0.3`; empty if there is one. */
  condition: string;
  treatment: string;
  control: string;
  axis: Axis;
}

export interface Claim extends Compared {
  measure: Measure;
  /** On the axis: what every run of the comparison had spent. */
  budget: number;
  /** Treatment − control over seeds and model pairs that have both. */
  difference: Estimate;
  leavesOutZero: boolean;
  /** True if there are enough runs that the interval means what it says. */
  enough: boolean;
  seeds: number;
  modelPairs: number;
}

/** Why nothing is claimed. An interval needs two pairs: runs of both arms on the same seed and models. */
export type NoClaimReason = 'no-seconds' | 'not-evaluated' | 'no-pair' | 'one-pair';

export interface NoClaim extends Compared {
  reason: NoClaimReason;
}

export type ClaimOrNot = Claim | NoClaim;

export const isClaim = (result: ClaimOrNot): result is Claim => 'difference' in result;

/** True for an interval that leaves out 0, of enough runs. */
export const isShown = ({ leavesOutZero, enough }: Claim): boolean => leavesOutZero && enough;
