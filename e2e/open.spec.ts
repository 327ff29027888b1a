import { expect } from '@playwright/test';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { openedText } from '../src/text/later.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { importFile, importLog, still, test } from './page.ts';

test('a token and a held-out prompt of a recorded run open with their numbers', async ({ open }) => {
  const events = await recordRun(tableSettings({ epochs: 2 }));
  const playground = await open({ prepare: still });
  const { page } = playground;
  await importLog(playground, events);
  await playground.view('run');

  // Find an epoch with a mixed group.
  const scored = events.find(
    (event) => event.type === 'scored' && event.rollouts.some(({ advantage }) => advantage > 0),
  );
  if (scored?.type !== 'scored') throw new Error('No group of the recorded run is mixed.');
  await playground.timeline.fill(String(scored.epoch));
  await playground.panel('tasks');

  // The page shows a formula for a token of a mixed group, and says that entropies need weights.
  const mixed = scored.rollouts.find(({ advantage }) => advantage > 0)!;
  await page.locator('.tasks .head').nth(mixed.task).click();
  await expect(page.getByText(runText.loop.oracle)).toBeVisible();
  const strip = playground.rollout(mixed.rollout + 1);
  await strip.getByRole('button', { name: openedText.token.kinds.reinforced }).first().click();
  const window = page.getByRole('dialog', { name: openedText.token.title });
  await expect(window).toContainText(openedText.token.part.title);
  await expect(window.locator('math')).not.toHaveCount(0);
  await expect(window).toContainText(openedText.token.noWeights);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: openedText.colouring.names.entropy }).check();
  await expect(page.getByText(openedText.colouring.noWeights)).toBeVisible();
  await page.getByRole('radio', { name: openedText.colouring.names.probability }).check();
  await expect(page.getByText(openedText.colouring.keys.probability.high)).toBeVisible();

  // A held-out prompt is followed through all evaluations.
  await playground.timeline.fill('2');
  await playground.panel('answers');
  const ended = events.findLast((event) => event.type === 'epoch-ended')!;
  const [answer] = ended.heldOut!.answers!;
  await page.getByRole('button', { name: new RegExp(`^${openedText.answers.prompt({ level: '1' })}:`) }).click();
  await expect(page.getByText(answer.task, { exact: true })).toBeVisible();
  for (const epoch of ['0', '1', '2'])
    await expect(page.getByRole('toolbar', { name: openedText.answers.answer({ epoch }), exact: true })).toBeVisible();
  const last = page.getByRole('toolbar', { name: openedText.answers.answer({ epoch: '2' }), exact: true });
  await expect(last.getByRole('button')).toHaveText(answer.tokens);

  // The log of another trainer keeps no answers.
  const steps = [1, 2].map((step) => JSON.stringify({ step, input: 'a task', output: 'an answer', score: step - 1 }));
  await importFile(playground, 'other.jsonl', Buffer.from(steps.join('\n')));
  await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 2 }));
  await playground.panel('answers');
  await expect(page.getByText(openedText.answers.none)).toBeVisible();
});
