/**
 * @file Theorem 1 as a figure: what R_env makes of an estimated p̂, where p̂ falls by chance, and how often the wrong batch
 * is therefore ranked first: exactly and in simulation, under the theorem's bound.
 */
import * as Plot from '@observablehq/plot';
import { environmentReward } from '../curriculum/environment-reward.ts';
import { binomial } from '../analysis/theory/binomial.ts';
import { misrankBound, misrankProbability, simulateMisrank } from '../analysis/theory/theorem-1.ts';
import { CodedError } from '../common/coded-error.ts';
import { PROGRAM } from '../common/program.ts';
import type { Figure, Row } from './figure.ts';
import { INK } from './colours.ts';
import { defaultTheorem1, type Theorem1Question } from './theorem-1-question.ts';
import type { FigureWords } from './words.ts';

const BOUND = '#d55e00';
const SIMULATED = '#0072b2';
const CLOSER = '#009e73';
const FARTHER = '#cc79a7';
/** A share of 0 has no place on a logarithmic axis; nor has one far below what trials can show. */
const LEAST = 1e-6;
const STEPS = 100;

type CurveRow = Row & Record<'n' | 'exact' | 'bound' | 'simulated', number>;

function curveRows({ closer, farther, alpha, rollouts, n, trials, seed }: Theorem1Question): CurveRow[] {
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
        simulated: simulateMisrank(first, second, alpha, { trials, seed }).misranked / trials,
      };
    });
}

/** Every value p̂ can take, how likely it is in each batch, and what R_env makes of it. */
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

/** @throws CodedError where the batches are in the wrong order: the theorem is about Δ₁ < Δ₂ */
export function theorem1(words: FigureWords, question: Theorem1Question = defaultTheorem1): Figure {
  const { closer, farther, alpha, beta, rollouts } = question;
  const text = words.theorem1(question);
  if (Math.abs(closer - alpha) >= Math.abs(farther - alpha))
    throw new CodedError('batches-in-wrong-order', { closer, farther, alpha });
  const curves = curveRows(question);
  const outcomes = outcomeRows(question);
  const reward = Array.from({ length: STEPS + 1 }, (_, i) => ({
    p: i / STEPS,
    reward: environmentReward(i / STEPS, alpha, beta),
  }));
  const visible = (name: 'exact' | 'bound' | 'simulated') => curves.filter((row) => row[name] >= LEAST);
  // Bars of the two batches stand side by side at the same p̂.
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
    caption: text.caption,
    notes: [],
    columns: ['part', 'n', 'exact', 'bound', 'simulated', 'k', 'closer', 'farther', 'reward'],
    rows: [...curves, ...outcomes],
    panels: [
      {
        title: text.outcomes.title,
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
            Plot.dot(visible('simulated'), { x: 'n', y: 'simulated', stroke: SIMULATED, strokeWidth: 2, r: 4 }),
          ],
        },
      },
    ],
    legend: [
      { name: text.legend.closer, colour: CLOSER },
      { name: text.legend.farther, colour: FARTHER },
      { name: text.legend.exact, colour: INK },
      { name: text.legend.simulated, colour: SIMULATED },
      { name: text.legend.bound, colour: BOUND },
    ],
    provenance: { program: PROGRAM, ...question },
  };
}
