/** @file One head's map out of all maps of a sequence, and what one token attends to most. */
import type { AttentionMaps } from '../../../policy/policy.ts';

/** The map of a head, [n, n]. */
export function headMap({ heads, tokens, probabilities }: AttentionMaps, layer: number, head: number): Float32Array {
  const size = tokens * tokens;
  const start = (layer * heads + head) * size;
  return probabilities.subarray(start, start + size);
}

export interface Attended {
  /** Place of the token that is attended to. */
  place: number;
  before: number;
  now: number;
}

/** The tokens that a token attends to, most (before or now) first, at most `count`. */
export function mostAttended(
  before: Float32Array,
  now: Float32Array,
  tokens: number,
  token: number,
  count: number,
): Attended[] {
  const row = Array.from({ length: token + 1 }, (_, place) => ({
    place,
    before: before[token * tokens + place],
    now: now[token * tokens + place],
  }));
  const most = ({ before, now }: Attended) => Math.max(before, now);
  return row.sort((a, b) => most(b) - most(a) || a.place - b.place).slice(0, count);
}
