/** @file One arm against each other, in every column of the matrix (arms-matrix.ts): differences over the repetitions that both have. */
import type { Axis } from '../axes.ts';
import { armsOf, commonBudget, conditionsOf, type Measure, measuredByRepetition } from '../comparison.ts';
import { type Estimate, estimate, pairedDifferences } from '../statistics.ts';
import type { RunGroup } from './arms-matrix.ts';
import { differentRuns } from './family-results.ts';

/** Held-out success of one arm less that of another, when the budget is spent and on the way there. */
export interface ArmDifference {
  final: Estimate;
  area: Estimate;
}

export interface DifferencesColumn {
  group: string;
  /** As in the matrix. */
  condition: string;
  budget: number;
  /** By the other arm; without those that have no repetition in common with the one. */
  arms: ReadonlyMap<string, ArmDifference>;
}

/** The columns in which an arm was run beside others. The budget is that of the matrix: of all arms of the column. */
export function differencesOf(arm: string, groups: readonly RunGroup[], axis: Axis): DifferencesColumn[] {
  return groups.flatMap(({ name, runs }) =>
    conditionsOf(differentRuns(runs.summaries)).flatMap(({ label, runs: summaries }): DifferencesColumn[] => {
      const own = { ...runs, summaries };
      const budget = commonBudget(own, axis);
      if (budget === null) return [];
      const difference = (other: string, measure: Measure): Estimate[] => {
        const [ours, theirs] = [arm, other].map((one) => measuredByRepetition(own, one, measure, axis, budget));
        const differences = pairedDifferences(ours, theirs);
        return differences.length === 0 ? [] : [estimate(differences)];
      };
      const arms = new Map(
        armsOf(summaries).flatMap((other): [string, ArmDifference][] => {
          if (other === arm) return [];
          const [final] = difference(other, { kind: 'final' });
          const [area] = difference(other, { kind: 'area' });
          return final && area ? [[other, { final, area }]] : [];
        }),
      );
      return arms.size === 0 ? [] : [{ group: name, condition: label, budget, arms }];
    }),
  );
}
