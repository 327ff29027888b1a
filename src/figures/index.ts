/**
 * @file All figures of a set of runs, by their ids: what a results page or a command draws.
 */
import type { SettingName } from '../genenv/settings/settings.ts';
import type { Axis, Runs } from '../analysis/axes.ts';
import { armsOf, conditionsOf, varyingSettings } from '../analysis/comparison.ts';
import { ablation, ABLATIONS } from './ablation.ts';
import { figure1 } from './figure-1.ts';
import { figure4 } from './figure-4.ts';
import { figure5 } from './figure-5.ts';
import { figure6 } from './figure-6.ts';
import { figure7 } from './figure-7.ts';
import { figure8 } from './figure-8.ts';
import type { Figure } from './figure.ts';
import { overlay } from './overlay.ts';
import { table1 } from './table-1.ts';

/** The settings with an ablation figure that these runs vary. */
export const variedAblations = ({ summaries }: Runs): SettingName[] => {
  const varying = new Set(varyingSettings(summaries));
  return ABLATIONS.filter((name) => varying.has(name));
};

/** Those on one arm are of GenEnv, or of the first arm where it is not among the runs. */
function paperFigures(runs: Runs, axis: Axis): Figure[] {
  const arms = armsOf(runs.summaries);
  const main = arms.includes('genenv') ? 'genenv' : arms[0];
  const pair = [main, 'random'];
  return [
    table1(runs),
    figure1(runs),
    figure4(runs, main),
    figure5(runs, main),
    figure6(runs, axis),
    figure7(runs, pair),
    figure8(runs, pair),
  ];
}

/** The ablations these runs cannot show, as a sentence; empty where they show all. */
export function missingAblations(runs: Runs): string {
  const varied = variedAblations(runs);
  const missing = ABLATIONS.filter((name) => !varied.includes(name));
  return missing.length === 0
    ? ''
    : `There is no ablation of ${missing.join(', ')}: run a sweep that varies ${missing.length > 1 ? 'one of these' : 'it'}.`;
}

const fileName = (label: string): string => label.replace(/[^A-Za-z0-9.]+/g, '-');

/**
 * The figures these runs are enough for, in the order of the paper, then ablations, then all runs over each other. Where
 * runs differ in more than arm, seed and models, the paper's figures are drawn once for each such condition.
 * @param axis of curves of learning
 */
export function allFigures(runs: Runs, axis: Axis = 'rollouts'): Figure[] {
  if (runs.summaries.length === 0) return [];
  const ofConditions = conditionsOf(runs.summaries).flatMap(({ label, runs: summaries }) =>
    paperFigures({ ...runs, summaries }, axis).map((figure) =>
      label === '' ? figure : { ...figure, id: `${figure.id}-${fileName(label)}`, title: `${figure.title} (${label})` },
    ),
  );
  return [...ofConditions, ...variedAblations(runs).map((name) => ablation(runs, name, axis)), overlay(runs, axis)];
}
