/** @file Learning curves as points over a cost. */

export interface CurvePoint {
  x: number;
  y: number;
}

/** Points with ascending x; straight lines between them. */
export type Curve = readonly CurvePoint[];

/** The x of the first point at or above the threshold: measured, so nothing is interpolated. Null if there is none. */
export const reaches = (curve: Curve, threshold: number): number | null =>
  curve.find(({ y }) => y >= threshold)?.x ?? null;

/** The curve at x by linear interpolation; null outside of it. */
export function valueAt(curve: Curve, x: number): number | null {
  const after = curve.findIndex((point) => point.x >= x);
  if (after < 0) return null;
  const right = curve[after];
  if (right.x === x) return right.y;
  if (after === 0) return null;
  const left = curve[after - 1];
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x);
}

/** How near a budget something counts as measured there, as a share of it: runs of equal length differ by some attempts. */
const NEAR = 0.02;

/** Whether what is measured at a cost counts as measured within a budget. */
export const isWithin = (cost: number, budget: number): boolean => cost <= budget * (1 + NEAR);

/**
 * The curve at a budget: as measured if a point is near, else interpolated. The last point before the budget would not
 * do: runs are evaluated at different costs, and one would be judged much earlier than another. Null outside of the curve.
 */
export function valueNear(curve: Curve, budget: number): number | null {
  const distance = ({ x }: CurvePoint) => Math.abs(x - budget);
  const near = curve.filter((point) => distance(point) <= budget * NEAR);
  const nearest = near.toSorted((a, b) => distance(a) - distance(b)).at(0);
  return nearest ? nearest.y : valueAt(curve, budget);
}

/** Where the first of some curves ends: up to there all can be compared. Null without curves, or where one has no point. */
export function commonEnd(curves: readonly Curve[]): number | null {
  const ends = curves.map((curve) => curve.at(-1)?.x);
  return ends.length === 0 || ends.some((end) => end === undefined) ? null : Math.min(...(ends as number[]));
}

/** The part of a curve between two places, ends interpolated. */
export function clipped(curve: Curve, from: number, to: number): CurvePoint[] {
  const inside = curve.filter(({ x }) => x > from && x < to);
  const end = (x: number): CurvePoint[] => {
    const y = valueAt(curve, x);
    return y === null ? [] : [{ x, y }];
  };
  return [...end(from), ...inside, ...(to > from ? end(to) : [])];
}

/** ∫ y dx by the trapezoid rule, over the length: the mean height. Null of fewer than two places. */
export function areaUnderCurve(curve: Curve): number | null {
  const length = curve.length < 2 ? 0 : curve[curve.length - 1].x - curve[0].x;
  if (length <= 0) return null;
  let area = 0;
  for (let i = 1; i < curve.length; i++) area += ((curve[i].y + curve[i - 1].y) / 2) * (curve[i].x - curve[i - 1].x);
  return area / length;
}

export type ComparedCurve = 'success' | 'heldOut' | 'level' | 'mixed';
