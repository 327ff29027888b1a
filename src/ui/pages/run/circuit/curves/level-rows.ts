/** @file Held-out success by level as cells: a column an evaluation (of many every second, third, …), a row a level. */
import type { HeldOutPoint } from '../../../../../analysis/metrics.ts';
import { ownValue } from '../../../../../common/plain-json.ts';

interface LevelCell {
  /** The cell goes from its evaluation to the next one, the last to the newest epoch: nothing is known after that. */
  epoch: number;
  to: number;
  /** From the bottom; 0 is the first level of the first family. */
  row: number;
  /** Position of the family, from the bottom. */
  block: number;
  family: string;
  level: number;
  value: number;
}

/** Columns: more are narrower than can be told apart, and each is a shape of the page. */
const MOST_COLUMNS = 120;

/** Keeps the last of evaluations that would share a column. */
function thinned(points: readonly HeldOutPoint[]): readonly HeldOutPoint[] {
  const step = Math.ceil(points.length / MOST_COLUMNS);
  return step === 1 ? points : points.filter((_, i) => (points.length - 1 - i) % step === 0);
}

interface FamilyRows {
  family: string;
  levels: number;
  /** Row of its first level. */
  first: number;
}

/** @param now the newest epoch that is known */
export function levelRows(
  evaluations: readonly HeldOutPoint[],
  now: number,
): {
  levels: number;
  families: FamilyRows[];
  cells: LevelCell[];
} {
  const points = thinned(evaluations);
  const byLevel = Object.entries(points[0]?.byLevel ?? {});
  const rowsBefore = (block: number) => byLevel.slice(0, block).reduce((sum, [, levels]) => sum + levels.length, 0);
  const families = byLevel.map(([family, levels], block) => ({
    family,
    levels: levels.length,
    first: rowsBefore(block),
  }));
  const cells = points.flatMap(({ epoch, byLevel: success }, i) => {
    const to = points[i + 1]?.epoch ?? Math.max(epoch, now);
    return families.flatMap(({ family, first }, block) =>
      (ownValue(success, family) ?? []).map((value, level) => ({
        epoch,
        to,
        row: first + level,
        block,
        family,
        level: level + 1,
        value,
      })),
    );
  });
  return { levels: rowsBefore(byLevel.length), families, cells };
}
