/** @file Answers to a task whose key is wrong or cannot be checked are drawn neither as right nor as wrong. */
import { render } from 'svelte/server';
import { beforeAll, expect, it } from 'vitest';
import { epochToShow, type EpochView, tasksOf, viewRun } from '../../../../analysis/run-view.ts';
import { exampleEpoch, exampleUpTo } from '../../../../analysis/testing/example-run.ts';
import { runText } from '../../../../text/run.ts';
import { loadErrorSentences } from '../../../shared/problems.svelte.ts';
import TaskMatrix from '../circuit/TaskMatrix.svelte';
import TasksPanel from './TasksPanel.svelte';

const EPOCH = 40;
beforeAll(loadErrorSentences);

/** The epoch with a key of this verdict for every task. */
function epochWith(right: boolean | null): EpochView {
  const events = exampleEpoch(EPOCH).map((event) =>
    event.type === 'tasks-written'
      ? { ...event, texts: event.texts.map((one) => ({ ...one, key: { turns: ['a'], right } })) }
      : event,
  );
  return epochToShow(viewRun([exampleUpTo(0)[0], ...events]))!;
}

const times = (body: string, part: string) => body.split(part).length - 1;

it.each([
  [null, 'agreed', ['agrees', 'differs'], ['agrees', 'right']],
  [false, 'agreed', ['agrees', 'differs'], ['agrees', 'right']],
  [true, 'solved', ['success', 'failure'], ['right', 'agrees']],
] as const)('draws answers to a key with the verdict %s', (right, counted, says, [dot, otherDot]) => {
  const epoch = epochWith(right);
  const tasks = tasksOf(epoch).filter(({ used }) => used);
  const task = tasks.find(({ scored }) => scored!.count.k > 0 && scored!.count.k < scored!.count.n)!;
  const { k, n } = task.scored!.count;
  const panel = render(TasksPanel, { props: { epoch, task, onchoose: () => {} } }).body;
  expect(panel).toContain(runText.loop[counted]({ k, n }));
  expect(says.map((one) => times(panel, `aria-label="${runText.loop[one]}"`))).toEqual([k, n - k]);

  const box = { x: 0, y: 0, width: 600, height: 600 };
  const layout = { box, families: ['household'], lit: false, compact: false, stacked: false, opened: undefined };
  const matrix = render(TaskMatrix, { props: { ...layout, tasks, onopen: () => {} } }).body;
  expect(times(matrix, `<i class="${dot} `)).toBeGreaterThanOrEqual(k);
  expect(times(matrix, `<i class="${otherDot} `)).toBe(0);
  expect(matrix).toContain(`, ${runText.loop[counted]({ k, n })}`);
});
