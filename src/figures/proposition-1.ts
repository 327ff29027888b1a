/**
 * @file Proposition 1 as a figure: how much signal a task gives at success rate p, in theory and on the running model,
 * with and without division by σ.
 */
import * as Plot from '@observablehq/plot';
import { mixedGroupProbability } from '../genenv/curriculum/advantages.ts';
import type { Measured } from '../runs/signal/measured-signal.ts';
import { measuredConstants, type SignalPoint } from '../runs/signal/gradient-signal.ts';
import { expectedSquaredAdvantage } from '../analysis/theory/proposition-1.ts';
import type { Figure, Row } from './figure.ts';
import { amountScale, INK } from './marks.ts';

const CENTRED = '#0072b2';
const SCALED = '#d55e00';
const STEPS = 100;

function theoryRows(groupSize: number): Row[] {
  return Array.from({ length: STEPS + 1 }, (_, i): Row => {
    const p = i / STEPS;
    return {
      source: 'theory',
      p,
      centred: expectedSquaredAdvantage(p, groupSize, { scale: 'none', epsilon: 0 }),
      scaled: expectedSquaredAdvantage(p, groupSize, { scale: 'population', epsilon: 0 }),
      mixed: mixedGroupProbability(p, groupSize),
    };
  });
}

const measuredRows = (points: readonly SignalPoint[]): Row[] =>
  points.map((point): Row => ({
    source: 'measured',
    p: point.k / point.n,
    centred: point.perRollout,
    scaled: point.perRolloutScaled,
    group: point.group,
    groupScaled: point.groupScaled,
    task: point.task,
    level: point.level,
    n: point.n,
    score: point.score,
  }));

/** C·p(1 − p) as a curve. */
const parabola = (constant: number) =>
  Array.from({ length: STEPS + 1 }, (_, i) => ({ p: i / STEPS, value: (constant * i * (STEPS - i)) / STEPS ** 2 }));

/** @param groupSize G of the theory's curves */
export function proposition1(groupSize: number, measured: Measured | null = null): Figure {
  const theory = theoryRows(groupSize);
  const points = measuredRows(measured?.points ?? []);
  const constants = measuredConstants(measured?.points ?? []);
  const x: Plot.ScaleOptions = { label: 'Success rate p', domain: [0, 1], ticks: 5 };
  const line = (y: string, stroke: string, strokeDasharray?: string) =>
    Plot.lineY(theory, { x: 'p', y, stroke, strokeWidth: 1.8, strokeDasharray });
  const dots = (y: string, fill: string) => Plot.dot(points, { x: 'p', y, fill, fillOpacity: 0.7, r: 3.5 });
  const envelope = constants
    ? [
        Plot.areaY(parabola(constants.greatest), {
          x: 'p',
          y1: ({ value }: { value: number }) => (value * constants.least) / constants.greatest,
          y2: 'value',
          fill: CENTRED,
          fillOpacity: 0.12,
        }),
      ]
    : [];
  const measuredPanels = [
    {
      title: 'Measured: E‖g‖², g = (r − p̂)∇log π',
      options: { x, y: amountScale('Squared gradient norm'), marks: [...envelope, dots('centred', CENTRED)] },
    },
    {
      title: 'Measured: the same, divided by σ²',
      options: { x, y: amountScale('Squared gradient norm'), marks: [dots('scaled', SCALED)] },
    },
    {
      title: 'Measured: the whole group’s gradient',
      options: {
        x,
        y: { ...amountScale('Squared norm'), type: 'sqrt' },
        marks: [dots('group', CENTRED), dots('groupScaled', SCALED)],
      } satisfies Plot.PlotOptions,
    },
  ];
  return {
    id: 'proposition-1',
    title: 'Proposition 1: what a task teaches at success rate p',
    caption:
      `In theory (G = ${groupSize}): the mean squared advantage is p(1 − p)(G − 1)/G for r − μ, the proposition's ` +
      'factor; divided by the standard deviation it is P(mixed group) = 1 − pᴳ − (1 − p)ᴳ. ' +
      (constants
        ? `Measured on the model, one point per task: E‖g‖² lies between C·p(1 − p) with C from ` +
          `${constants.least.toPrecision(3)} to ${constants.greatest.toPrecision(3)} (shaded).`
        : ''),
    notes:
      measured && !constants ? ['No measured task has both successes and failures: there is no signal to see.'] : [],
    columns: ['source', 'p', 'centred', 'scaled', 'mixed', 'group', 'groupScaled', 'task', 'level', 'n', 'score'],
    rows: [...theory, ...points],
    panels: [
      {
        title: 'In theory: mean squared advantage',
        options: {
          x,
          y: { label: 'E[A²], P(mixed)', domain: [0, 1], grid: true },
          marks: [line('centred', CENTRED), line('scaled', SCALED), line('mixed', INK, '2 4')],
        },
      },
      ...(measured ? measuredPanels : []),
    ],
    legend: [
      { name: 'A = r − μ', colour: CENTRED },
      { name: 'A = (r − μ)/σ', colour: SCALED },
      { name: 'P(mixed group)', colour: INK },
    ],
    provenance: { program: 'GenEnv Playground', groupSize, ...measured?.provenance },
  };
}
