/**
 * @file Held-out success by level as cells: a column for each evaluation, of many for every second, third, …, a row for each
 * level, families one above the other.
 */
import type { HeldOutPoint } from '../../../../../analysis/metrics.ts';

interface LevelCell {
  /** The cell goes from its evaluation to the next one. */
  epoch: number;
  to: number;
  /** From the bottom; 0 is the first level of the first family. */
  row: number;
  family: string;
  level: number;
  value: number;
}

/** Columns: more are narrower than can be told apart, and each is a shape of the page. */
const MOST_COLUMNS = 120;

/** Of evaluations that would share a column the last one. */
function thinned(points: readonly HeldOutPoint[]): readonly HeldOutPoint[] {
  const step = Math.ceil(points.length / MOST_COLUMNS);
  return step === 1 ? points : points.filter((_, i) => (points.length - 1 - i) % step === 0);
}

export function levelRows(evaluations: readonly HeldOutPoint[]): { levels: number; cells: LevelCell[] } {
  const points = thinned(evaluations);
  const families = Object.entries(points[0]?.byLevel ?? {}).map(([family, levels]) => ({
    family,
    levels: levels.length,
  }));
  const starts = families.map((_, i) => families.slice(0, i).reduce((sum, { levels }) => sum + levels, 0));
  const cells = points.flatMap(({ epoch, byLevel }, i) => {
    const before = i > 0 ? epoch - points[i - 1].epoch : 1;
    const to = points[i + 1]?.epoch ?? epoch + before;
    return families.flatMap(({ family }, f) =>
      (byLevel[family] ?? []).map((value, level) => ({
        epoch,
        to,
        row: starts[f] + level,
        family,
        level: level + 1,
        value,
      })),
    );
  });
  return { levels: families.reduce((sum, { levels }) => sum + levels, 0), cells };
}
