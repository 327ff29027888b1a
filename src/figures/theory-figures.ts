/** @file Draws figures of the paper's theory: Proposition 1 and Theorem 1. */
import * as Plot from '@observablehq/plot';
import {
  binomial,
  defaultTheorem1,
  expectedSquaredAdvantage,
  misrankBound,
  misrankProbability,
  type Theorem1Question,
} from '../analysis/theory.ts';
import { CodedError } from '../common/coded-error.ts';
import { PROGRAM } from '../common/program.ts';
import { mixedGroupProbability } from '../curriculum/curriculum.ts';
import { environmentReward } from '../curriculum/environment-reward.ts';
import { INK } from './colours.ts';
import type { Figure, Row } from './figure.ts';
import { words } from './words.ts';

const CENTRED = '#0072b2';
const SCALED = '#d55e00';
const STEPS = 100;
const RATES = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);

/** Draws Proposition 1 for groups of `groupSize` rollouts. */
export function proposition1(groupSize: number): Figure {
  const rows: Row[] = RATES.map((p) => ({
    p,
    centred: expectedSquaredAdvantage(p, groupSize, { scale: 'none', epsilon: 0 }),
    scaled: expectedSquaredAdvantage(p, groupSize, { scale: 'population', epsilon: 0 }),
    mixed: mixedGroupProbability(p, groupSize),
  }));
  const text = words.proposition1;
  const line = (y: string, stroke: string, strokeDasharray?: string) =>
    Plot.lineY(rows, { x: 'p', y, stroke, strokeWidth: 1.8, strokeDasharray });
  return {
    id: 'proposition-1',
    title: text.title,
    caption: text.caption({ groupSize }),
    notes: [],
    rows,
    panels: [
      {
        title: text.theory.title,
        options: {
          x: { label: text.x, domain: [0, 1], ticks: 5 },
          y: { label: text.theory.label, domain: [0, 1], grid: true },
          marks: [line('centred', CENTRED), line('scaled', SCALED), line('mixed', INK, '2 4')],
        },
      },
    ],
    legend: [
      { name: text.legend.centred, colour: CENTRED },
      { name: text.legend.scaled, colour: SCALED },
      { name: text.legend.mixed, colour: INK },
    ],
    provenance: { program: PROGRAM, groupSize },
  };
}

const BOUND = '#d55e00';
const CLOSER = '#009e73';
const FARTHER = '#cc79a7';
/** Smallest share that is drawn. A logarithmic axis cannot show 0. */
const LEAST = 1e-6;

type CurveRow = Row & Record<'n' | 'exact' | 'bound', number>;

function curveRows({ closer, farther, alpha, rollouts, n }: Theorem1Question): CurveRow[] {
  return [...new Set([...n, rollouts])]
    .sort((a, b) => a - b)
    .map((count) => {
      const [first, second] = [
        { p: closer, n: count },
        { p: farther, n: count },
      ];
      return {
        part: 'misranking',
        n: count,
        exact: misrankProbability(first, second, alpha),
        bound: misrankBound(first, second, alpha),
      };
    });
}

/** Returns one row per possible value of p̂: its probability in each batch, and its R_env. */
function outcomeRows({ closer, farther, alpha, beta, rollouts }: Theorem1Question): Row[] {
  const [first, second] = [binomial(rollouts, closer), binomial(rollouts, farther)];
  return first.map((probability, k) => ({
    part: 'outcomes',
    n: rollouts,
    k,
    closer: probability,
    farther: second[k],
    reward: environmentReward(k / rollouts, alpha, beta),
  }));
}

/**
 * Draws Theorem 1: R_env of an estimated p̂, the distribution of p̂, and how often the wrong batch ranks first. The
 * exact rate lies below the theorem's bound.
 * @throws CodedError if the batches are in the wrong order: the theorem needs Δ₁ < Δ₂
 */
export function theorem1(question: Theorem1Question = defaultTheorem1): Figure {
  const { closer, farther, alpha, beta, rollouts } = question;
  const text = words.theorem1;
  if (Math.abs(closer - alpha) >= Math.abs(farther - alpha))
    throw new CodedError('batches-in-wrong-order', { closer, farther, alpha });
  const curves = curveRows(question);
  const outcomes = outcomeRows(question);
  const reward = RATES.map((p) => ({ p, reward: environmentReward(p, alpha, beta) }));
  const visible = (name: 'exact' | 'bound') => curves.filter((row) => row[name] >= LEAST);
  // Bars of the two batches stand side by side at each p̂.
  const bars = (name: 'closer' | 'farther', stroke: string, side: number) =>
    Plot.ruleX(outcomes, {
      x: ({ k }: Row) => Number(k) / rollouts,
      y1: 0,
      y2: name,
      stroke,
      strokeWidth: Math.max(1, Math.min(6, 120 / rollouts)),
      dx: side * Math.max(0.5, Math.min(3, 60 / rollouts)),
    });
  return {
    id: 'theorem-1',
    title: text.title,
    caption: text.caption({ closer, farther, alpha, beta, rollouts }),
    notes: [],
    rows: [...curves, ...outcomes],
    panels: [
      {
        title: text.outcomes.title({ rollouts }),
        options: {
          x: { label: text.outcomes.x, domain: [0, 1], ticks: 5, inset: 6 },
          y: { label: text.outcomes.label, domain: [0, 1], grid: true, ticks: 5 },
          marks: [
            Plot.ruleX([alpha], { strokeDasharray: '2 3', strokeOpacity: 0.5 }),
            bars('closer', CLOSER, -1),
            bars('farther', FARTHER, 1),
            Plot.lineY(reward, { x: 'p', y: 'reward', stroke: INK, strokeWidth: 1.8 }),
          ],
        },
      },
      {
        title: text.misranking.title,
        options: {
          x: { label: text.misranking.x, type: 'log', base: 2, tickFormat: 'd', ticks: 6 },
          y: { label: text.misranking.label, type: 'log', grid: true, tickFormat: '~e', domain: [LEAST, 10] },
          marks: [
            Plot.ruleY([1], { strokeDasharray: '2 3', strokeOpacity: 0.5 }),
            Plot.ruleX([rollouts], { strokeDasharray: '2 3', strokeOpacity: 0.5 }),
            Plot.lineY(visible('bound'), { x: 'n', y: 'bound', stroke: BOUND, strokeWidth: 1.8 }),
            Plot.lineY(visible('exact'), { x: 'n', y: 'exact', stroke: INK, strokeWidth: 1.8 }),
          ],
        },
      },
    ],
    legend: [
      { name: text.legend.closer({ closer }), colour: CLOSER },
      { name: text.legend.farther({ farther }), colour: FARTHER },
      { name: text.legend.exact, colour: INK },
      { name: text.legend.bound, colour: BOUND },
    ],
    provenance: { program: PROGRAM, ...question },
  };
}
