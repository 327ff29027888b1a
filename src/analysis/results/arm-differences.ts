/** @file One arm against each other, in every column of the matrix (arms-matrix.ts): differences over the repetitions that both have. */
import type { Axis } from '../axes.ts';
import { armsOf, measuredByRepetition } from '../comparison.ts';
import { type Estimate, estimate, pairedDifferences } from '../statistics.ts';
import { type ComparedRuns, comparedRuns, type RunGroup } from './arms-matrix.ts';

/** Held-out success of one arm less that of another. */
export interface ArmDifference {
  /** When the budget is spent. */
  final: Estimate;
  /** On the way there. */
  area: Estimate;
}

export interface DifferencesColumn extends Omit<ComparedRuns, 'runs'> {
  budget: number;
  /** By the other arm; without those that have no repetition in common with the one. */
  arms: ReadonlyMap<string, ArmDifference>;
}

/** The columns in which an arm was run beside others, at the budgets of the matrix: those of all arms of a column. */
export const differencesOf = (arm: string, groups: readonly RunGroup[], axis: Axis): DifferencesColumn[] =>
  comparedRuns(groups, axis).flatMap(({ runs, budget, ...column }): DifferencesColumn[] => {
    if (budget === null) return [];
    const differencesIn = (kind: 'final' | 'area') => {
      const values = (of: string) => measuredByRepetition(runs, of, { kind }, axis, budget);
      const own = values(arm);
      return (other: string): number[] => pairedDifferences(own, values(other));
    };
    const [finals, areas] = [differencesIn('final'), differencesIn('area')];
    const arms = new Map(
      armsOf(runs.summaries).flatMap((other): [string, ArmDifference][] => {
        const final = other === arm ? [] : finals(other);
        return final.length === 0 ? [] : [[other, { final: estimate(final), area: estimate(areas(other)) }]];
      }),
    );
    return arms.size === 0 ? [] : [{ ...column, budget, arms }];
  });
