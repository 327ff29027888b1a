/** @file What stands before and after a run: of the recorded one, with a task to follow and without. */
import { expect, it } from 'vitest';
import { beforeAfter, followedTask } from './followed-task.ts';
import { viewRun } from './run-view.ts';
import { example, exampleEpoch } from './testing/example-run.ts';

const view = viewRun(example);

it('is the task that was followed, the first time it came and the last', async () => {
  const followed = await followedTask(example, async (epoch) => exampleEpoch(epoch));
  const { task, before, after, heldOut } = beforeAfter(followed, view)!;
  expect([task, heldOut]).toEqual([followed!.task, false]);
  expect([before.epoch, after.epoch]).toEqual([followed!.meetings[0].epoch, followed!.meetings.at(-1)!.epoch]);
});

it('else a held-out prompt that was wrong before training and is right at the end, in words', () => {
  const { task, right, before, after, heldOut } = beforeAfter(null, view)!;
  const answers = [view.started!.heldOut, view.epochs.at(-1)!['epoch-ended']!.heldOut].map((one) => one!.answers!);
  const learned = answers[1].find((one, i) => one.success && !answers[0][i].success)!;
  expect([task, heldOut]).toEqual([learned.task, true]);
  expect([before.epoch, after.epoch]).toEqual([0, 80]);
  expect([...right, '<eos>']).toEqual(learned.tokens);
  expect(before.answers[0]).toMatchObject({ success: false });
  expect(before.answers[0].words).not.toContain('<eos>');
});

it('is nothing where no prompt was learned', () => {
  expect(beforeAfter(null, viewRun(example.slice(0, 1)))).toBeNull();
});
