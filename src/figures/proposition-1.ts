/** @file Proposition 1 as a figure: the signal of a task with success rate p, in theory and on the running model. */
import * as Plot from '@observablehq/plot';
import { mixedGroupProbability } from '../curriculum/advantages.ts';
import type { Measured } from '../runs/signal/measured-signal.ts';
import { measuredConstants, type SignalPoint } from '../runs/signal/gradient-signal.ts';
import { expectedSquaredAdvantage } from '../analysis/theory/proposition-1.ts';
import { PROGRAM } from '../common/program.ts';
import type { Figure, Row } from './figure.ts';
import { INK } from './colours.ts';
import { amountScale } from './marks.ts';
import type { FigureWords } from './words.ts';

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
export function proposition1(groupSize: number, words: FigureWords, measured: Measured | null = null): Figure {
  const theory = theoryRows(groupSize);
  const points = measuredRows(measured?.points ?? []);
  const constants = measuredConstants(measured?.points ?? []);
  const text = words.proposition1({ groupSize, constants });
  const x: Plot.ScaleOptions = { label: text.x, domain: [0, 1], ticks: 5 };
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
      title: text.measured.centred.title,
      options: { x, y: amountScale(text.measured.centred.label), marks: [...envelope, dots('centred', CENTRED)] },
    },
    {
      title: text.measured.scaled.title,
      options: { x, y: amountScale(text.measured.scaled.label), marks: [dots('scaled', SCALED)] },
    },
    {
      title: text.measured.group.title,
      options: {
        x,
        y: { ...amountScale(text.measured.group.label), type: 'sqrt' },
        marks: [dots('group', CENTRED), dots('groupScaled', SCALED)],
      } satisfies Plot.PlotOptions,
    },
  ];
  return {
    id: 'proposition-1',
    title: text.title,
    caption: text.caption,
    notes: measured && !constants ? [text.noSignal] : [],
    columns: ['source', 'p', 'centred', 'scaled', 'mixed', 'group', 'groupScaled', 'task', 'level', 'n', 'score'],
    rows: [...theory, ...points],
    panels: [
      {
        title: text.theory.title,
        options: {
          x,
          y: { label: text.theory.label, domain: [0, 1], grid: true },
          marks: [line('centred', CENTRED), line('scaled', SCALED), line('mixed', INK, '2 4')],
        },
      },
      ...(measured ? measuredPanels : []),
    ],
    legend: [
      { name: text.legend.centred, colour: CENTRED },
      { name: text.legend.scaled, colour: SCALED },
      { name: text.legend.mixed, colour: INK },
    ],
    provenance: { program: PROGRAM, groupSize, ...measured?.provenance },
  };
}
