/** @file The results of each arm at one budget, and the difference to a control on the same seeds and models. */
import { armsOf, commonBudget, measuredByRepetition, type Reached, reachedBy } from '../comparison.ts';
import type { Axis, Runs } from '../axes.ts';
import { type Estimate, estimate, pairedDifferences } from '../statistics.ts';

export interface ArmResult {
  arm: string;
  /** Held-out success when the budget was spent. */
  final: Estimate;
  /** Mean held-out success from the beginning until then: the area under the curve over its length. */
  area: Estimate;
  /** Final success minus the control's, over the repetitions that both have; null of the control and without pairs. */
  difference: Estimate | null;
  /** In the order of the thresholds asked for. */
  reached: Reached[];
}

export interface ArmResults {
  axis: Axis;
  /** The axis of thresholds: epochs if all of them have as many rollouts, else the axis of the comparison. */
  thresholdAxis: Axis;
  /** The least that any run had spent when it was last evaluated. */
  budget: number;
  arms: ArmResult[];
}

/** Whether an epoch costs as many agent rollouts in every run, so that a number of epochs says what was spent. */
const epochsCostTheSame = ({ summaries }: Runs): boolean =>
  new Set(
    summaries.map(({ heldOut }) => {
      const last = heldOut.at(-1);
      return last && last.epoch > 0 ? last.agentRollouts / last.epoch : 0;
    }),
  ).size === 1;

/** Null where not all runs have been evaluated, so that there is no budget at which all can be compared. */
export function armResults(
  runs: Runs,
  axis: Axis,
  { control, thresholds }: { control: string; thresholds: readonly number[] },
): ArmResults | null {
  const thresholdAxis = axis === 'rollouts' && epochsCostTheSame(runs) ? 'epoch' : axis;
  const budget = commonBudget(runs, axis);
  const thresholdBudget = commonBudget(runs, thresholdAxis);
  if (budget === null || thresholdBudget === null) return null;
  const finalOf = (arm: string) => measuredByRepetition(runs, arm, { kind: 'final' }, axis, budget);
  const controls = finalOf(control);
  const arms = armsOf(runs.summaries).map((arm): ArmResult => {
    const final = finalOf(arm);
    const area = measuredByRepetition(runs, arm, { kind: 'area' }, axis, budget);
    const differences = arm === control ? [] : pairedDifferences(final, controls);
    return {
      arm,
      final: estimate([...final.values()]),
      area: estimate([...area.values()]),
      difference: differences.length > 0 ? estimate(differences) : null,
      reached: thresholds.map((threshold) => reachedBy(runs, arm, threshold, thresholdAxis, thresholdBudget)),
    };
  });
  return { axis, thresholdAxis, budget, arms };
}
