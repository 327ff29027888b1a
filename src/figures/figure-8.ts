/**
 * @file Figure 8's counterpart: the share of groups that teach nothing, because all of their rollouts succeed or all fail.
 */
import type { Axis, Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { countRuns, curveColumns } from './arm-curves.ts';
import { curvePanel, runsOfArms } from './curve-panels.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armLegend, missingArms, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

const SHARES = ['unsolvedShare', 'solvedShare', 'mixedShare'] as const;

export function figure8(
  runs: Runs,
  words: FigureWords,
  arms: readonly string[] = ['genenv', 'random'],
  axis: Axis = 'epoch',
): Figure {
  const present = armsOf(runs.summaries).filter((arm) => arms.includes(arm));
  const own = runsOfArms(runs, present);
  const panels = SHARES.map((share) => curvePanel({ runs, arms: present, axis, words }, share, successScale));
  return {
    id: 'figure-8',
    ...words.figure8({ counts: countRuns(own) }),
    notes: missingArms(['genenv', 'random'], present, words),
    columns: curveColumns,
    rows: panels.flatMap(({ rows }) => rows),
    panels: panels.map(({ panel }) => panel),
    legend: armLegend(present, words),
    provenance: provenanceOf(own),
  };
}
