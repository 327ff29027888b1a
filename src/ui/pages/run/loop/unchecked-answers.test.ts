/** @file Answers to a task whose key nobody can check are drawn neither as right nor as wrong. */
import { render } from 'svelte/server';
import { beforeAll, expect, it } from 'vitest';
import { epochToShow, type EpochView, tasksOf, viewRun } from '../../../../analysis/run-view.ts';
import { exampleEpoch, exampleUpTo } from '../../../../analysis/testing/example-run.ts';
import { text } from '../../../../text/text.ts';
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

function drawn(epoch: EpochView) {
  const tasks = tasksOf(epoch).filter(({ used }) => used);
  const task = tasks.find(({ scored }) => scored!.count.k > 0 && scored!.count.k < scored!.count.n)!;
  const box = { x: 0, y: 0, width: 600, height: 600 };
  const props = { box, tasks, families: ['household'], lit: false, compact: false, stacked: false, opened: undefined };
  return {
    task,
    panel: render(TasksPanel, { props: { epoch, task, onchoose: () => {} } }).body,
    matrix: render(TaskMatrix, { props: { ...props, onopen: () => {} } }).body,
  };
}
const times = (body: string, pattern: RegExp) => body.match(pattern)?.length ?? 0;
const dots = (state: string) => new RegExp(`<i class="${state}[ "]`, 'g');

it('says that they agree with the key, or differ from it', () => {
  const { task, panel, matrix } = drawn(epochWith(null));
  const { k, n } = task.scored!.count;
  expect(panel).toContain(text.loop.agreed(String(k), String(n)));
  expect(times(panel, new RegExp(`aria-label="${text.loop.agrees}"`, 'g'))).toBe(k);
  expect(times(panel, new RegExp(`aria-label="${text.loop.differs}"`, 'g'))).toBe(n - k);
  expect(panel).not.toContain(`aria-label="${text.loop.success}"`);
  expect(times(matrix, dots('agrees'))).toBeGreaterThanOrEqual(k);
  expect(times(matrix, dots('right'))).toBe(0);
});

it('draws answers to a key that was checked as right or wrong', () => {
  const { task, panel, matrix } = drawn(epochWith(true));
  const { k, n } = task.scored!.count;
  expect(panel).toContain(text.loop.solved(String(k), String(n)));
  expect(times(panel, new RegExp(`aria-label="${text.loop.success}"`, 'g'))).toBe(k);
  expect(times(matrix, dots('right'))).toBeGreaterThanOrEqual(k);
  expect(times(matrix, dots('agrees'))).toBe(0);
});
