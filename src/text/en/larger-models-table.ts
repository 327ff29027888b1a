/** @file Models that no reward trained here, Markdown for the results page: a larger base beside the paper's larger models. */
import type { Runs } from '../../analysis/axes.ts';
import { paperAverage, TABLE_1, TABLE_1_OTHERS } from '../../analysis/paper.ts';
import { familyResults, runsByFamily } from '../../analysis/results/family-results.ts';
import { meanOrZero } from '../../common/mean.ts';
import { numberOf } from '../numbers.ts';
import { familyTitle } from './families.ts';
import { CONTROL, fixed, table } from './result-cells.ts';

/** A model that learnt from play of all families of the table, and what it reaches on their held-out tasks. */
export interface LargerBase {
  parameters: number;
  /** Success by family, of each level; each level has so many held-out tasks, and each task so many samples. */
  measure: { tasksPerLevel: number; samples: number; success: Readonly<Record<string, readonly number[]>> };
}

const rangeOf = (values: readonly number[]): string =>
  [...new Set([Math.min(...values), Math.max(...values)])].map(numberOf).join(' to ');

/** Empty unless all families of the table have runs of GenEnv and were measured: a mean over fewer is another mean. */
export function largerModelsTable(runs: Runs, { parameters, measure }: LargerBase): string {
  const families = runsByFamily(runs.summaries);
  const results = familyResults(families, CONTROL);
  const whole = results.flatMap(({ family, base, arms }) => {
    const levels = measure.success[family];
    const genenv = arms.get('genenv')?.final;
    return levels && genenv ? [{ family, before: base.mean, larger: meanOrZero(levels), after: genenv.mean }] : [];
  });
  if (whole.length < TABLE_1.length) return '';
  const row = (name: string, size: string, success: readonly number[]): string[] => [
    name,
    size,
    ...success.map(fixed),
    fixed(meanOrZero(success)),
  ];
  const ofPaper = (name: string, average: number): string[] => [name, '', ...whole.map(() => ''), fixed(average / 100)];
  const agents = rangeOf(families.flatMap(({ runs: { summaries } }) => summaries.map(({ agent }) => agent.parameters)));
  return [
    '**Larger models.** The paper sets its 7B agent beside models of up to 405 billion weights. Here one larger base of our ' +
      'own stands beside the agents: it learnt from play of all families of the table, and no reward trained it. It is one ' +
      `checkpoint, measured on ${measure.tasksPerLevel} held-out tasks a level, avg@${measure.samples}, so it has no ` +
      'interval. A larger language model has read more; play has no goal to learn from, however large the model.',
    table(
      ['model', 'parameters', ...whole.map(({ family }) => familyTitle(family)), 'mean'],
      [
        row(
          'Agents, one a family, before training',
          agents,
          whole.map(({ before }) => before),
        ),
        row(
          'Larger base, play alone',
          numberOf(parameters),
          whole.map(({ larger }) => larger),
        ),
        row(
          'The same agents after GenEnv',
          agents,
          whole.map(({ after }) => after),
        ),
        ofPaper('*paper:* Qwen2.5-7B', paperAverage('base')),
        ...TABLE_1_OTHERS.map(({ model, average }) => ofPaper(`*paper:* ${model}`, average)),
        ofPaper('*paper:* GenEnv (7B)', paperAverage('genenv')),
      ],
    ),
  ].join('\n\n');
}
