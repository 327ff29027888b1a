/**
 * @file Figure 5's counterpart: length of tasks, length of responses, and success, over a run. The paper's caption says
 * that tasks grow longer; its numbers fall. Both are drawn as changes since the first epoch.
 */
import { axes, type Axis, type Runs } from '../analysis/axes.ts';
import { armCurves, curveColumns, nOf } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import {
  amountScale,
  armColour,
  armLegend,
  costScale,
  curvesWithBands,
  missingArms,
  PAPER,
  paperCurve,
  successScale,
} from './marks.ts';
import { byEpoch, FIGURE_5_RESPONSE_LENGTHS, FIGURE_5_TASK_LENGTHS } from '../analysis/paper.ts';

const sinceFirst = (values: readonly number[]) => byEpoch(values.map((value) => value / values[0] - 1));

export function figure5(runs: Runs, arm = 'genenv', axis: Axis = 'epoch'): Figure {
  const own = { ...runs, summaries: runs.summaries.filter((summary) => summary.arm === arm) };
  const colour = () => armColour(arm);
  const tasks = armCurves(runs, 'taskLength', axis, [arm]);
  const responses = armCurves(runs, 'responseLength', axis, [arm]);
  const success = armCurves(runs, 'successRate', axis, [arm]);
  const x = costScale(axes[axis].label);
  return {
    id: 'figure-5',
    title: 'Figure 5 at toy scale: do tasks and answers grow?',
    caption:
      `Mean tokens of the tasks the environment writes and of the agent’s responses, and p̂. ${nOf(own)} ` +
      'Bottom right, the paper: its responses grow by 49% in six epochs (dashed); its tasks become shorter, by 3%, ' +
      'though its caption says they grow.',
    notes: missingArms(['genenv'], [arm]),
    columns: curveColumns,
    rows: [...tasks, ...responses, ...success],
    panels: [
      { title: 'Task length', options: { x, y: amountScale('Tokens'), marks: curvesWithBands(tasks, colour) } },
      { title: 'Response length', options: { x, y: amountScale('Tokens'), marks: curvesWithBands(responses, colour) } },
      { title: 'Success in training', options: { x, y: successScale('p̂'), marks: curvesWithBands(success, colour) } },
      {
        title: 'The paper: change since its first epoch',
        options: {
          x: { label: 'Epoch', ticks: FIGURE_5_TASK_LENGTHS.length },
          y: { label: 'Change', tickFormat: '+.0%', grid: true },
          marks: [
            ...paperCurve(sinceFirst(FIGURE_5_TASK_LENGTHS)),
            ...paperCurve(sinceFirst(FIGURE_5_RESPONSE_LENGTHS), '4 3'),
          ],
        },
      },
    ],
    legend: [...armLegend([arm]), { name: 'The paper', colour: PAPER }],
    provenance: provenanceOf(own),
  };
}
