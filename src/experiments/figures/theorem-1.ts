/**
 * @file Theorem 1 as a figure: how often R_env ranks the wrong batch first, exactly and in simulation, under its bound.
 */
import * as Plot from '@observablehq/plot';
import { misrankBound, misrankProbability, simulateMisrank } from '../theory/theorem-1.ts';
import type { Figure, Row } from './figure.ts';
import { INK } from './marks.ts';

export interface Theorem1Question {
  /** True success of the batch closer to α and of the one farther away. */
  closer: number;
  farther: number;
  alpha: number;
  /** Rollouts per batch. */
  n: readonly number[];
  trials: number;
  seed: number;
}

export const defaultTheorem1: Theorem1Question = {
  closer: 0.5,
  farther: 0.1,
  alpha: 0.5,
  n: [4, 8, 16, 32, 64, 128],
  trials: 4000,
  seed: 1,
};

const BOUND = '#d55e00';
const SIMULATED = '#0072b2';
/** A share of 0 has no place on a logarithmic axis; nor has one far below what trials can show. */
const LEAST = 1e-6;

/** @throws RangeError where the batches are in the wrong order: the theorem is about Δ₁ < Δ₂ */
export function theorem1(question: Theorem1Question = defaultTheorem1): Figure {
  const { closer, farther, alpha, n, trials, seed } = question;
  if (Math.abs(closer - alpha) >= Math.abs(farther - alpha))
    throw new RangeError(
      `The first batch (success ${closer}) must be closer to α = ${alpha} than the second (${farther}). Exchange them.`,
    );
  const rows = n.map((rollouts): Row & Record<'n' | 'exact' | 'bound' | 'simulated', number> => {
    const [first, second] = [
      { p: closer, n: rollouts },
      { p: farther, n: rollouts },
    ];
    return {
      n: rollouts,
      exact: misrankProbability(first, second, alpha),
      bound: misrankBound(first, second, alpha),
      simulated: simulateMisrank(first, second, alpha, { trials, seed }).misranked / trials,
    };
  });
  const visible = (name: 'exact' | 'bound' | 'simulated') => rows.filter((row) => row[name] >= LEAST);
  return {
    id: 'theorem-1',
    title: 'Theorem 1: how often is the wrong batch rewarded more?',
    caption:
      `Two task batches on which the agent truly succeeds at rates ${closer} and ${farther}; the first is closer to ` +
      `α = ${alpha}. The chance that R_env does not rank it first, by the number of rollouts: summed exactly over all ` +
      `outcomes, in ${trials} seeded trials, and the theorem's bound 4·exp(−(2/9)(Δ₂ − Δ₁)²n), which says nothing above 1.`,
    notes: [],
    columns: ['n', 'exact', 'bound', 'simulated'],
    rows,
    panels: [
      {
        title: 'Pr(R_env(p̂₁) ≤ R_env(p̂₂))',
        options: {
          x: { label: 'Rollouts per batch (n)', type: 'log', base: 2, tickFormat: 'd', ticks: n.length },
          y: { label: 'Probability', type: 'log', grid: true, tickFormat: '~e', domain: [LEAST, 10] },
          marks: [
            Plot.ruleY([1], { strokeDasharray: '2 3', strokeOpacity: 0.5 }),
            Plot.lineY(visible('bound'), { x: 'n', y: 'bound', stroke: BOUND, strokeWidth: 1.8 }),
            Plot.lineY(visible('exact'), { x: 'n', y: 'exact', stroke: INK, strokeWidth: 1.8 }),
            Plot.dot(visible('simulated'), { x: 'n', y: 'simulated', stroke: SIMULATED, strokeWidth: 2, r: 4 }),
          ],
        },
      },
    ],
    legend: [
      { name: 'Exact', colour: INK },
      { name: 'Simulated', colour: SIMULATED },
      { name: 'Bound', colour: BOUND },
    ],
    provenance: { program: 'GenEnv Playground', ...question },
  };
}
