/** @file The story plays until the user's own run has an epoch. It begins before the whole recorded run is loaded. */
import { expect, type Page } from '@playwright/test';
import { runText } from '../src/text/run.ts';
import { firstMinute, text } from '../src/text/text.ts';
import { readStart } from '../src/ui/state/example.ts';
import { startFile } from '../src/ui/state/example-start-file.ts';
import { expectNoViolation } from './axe.ts';
import { expectNoSidewaysScroll, PHONE, removeWebGpu, replayBar, showLoop, still, test } from './page.ts';
import { speedOption } from '../src/ui/pages/run/transport/transport-actions.ts';

const stage = (page: Page) => page.getByTestId('story-stage');

test('the story plays on every visit, and a run begins with the value tried on it', async ({ open }) => {
  test.slow();
  const playground = await open();
  const { page, position } = playground;
  const slider = playground.setting('alpha').getByRole('slider');

  await test.step('the story plays on the first visit, and on a second one if no run is stored', async () => {
    for (const visit of ['first', 'second']) {
      if (visit === 'second') await page.reload();
      await expect(replayBar(page), visit).toContainText(text.replay.example);
      await expect(stage(page)).toBeVisible();
      await expect(position).toHaveText(/epoch [2-9] of 80/);
    }
    await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('a knob previews on the recorded dots, and nothing jumps', async () => {
    await playground.pause.click();
    await playground.seek(12);
    await expect(stage(page).locator('path.planned')).toHaveCount(0);
    const before = await stage(page).boundingBox();
    await slider.fill('0.2');
    await expect(stage(page).locator('path.planned')).toHaveCount(1);
    await expect(stage(page).locator('rect.planned')).toHaveCount(1);
    await expect(stage(page).locator('.weight').first()).toHaveText(/^×[\d.]+$/);
    await expect(page.getByTestId('knob-line')).toHaveText(
      /^A task passes with .* of 8 answers right\. Of the 16 tasks in view, \d+ would pass\.$/,
    );
    await expectNoViolation(page, 'a knob tried on the story', '[data-testid=story-stage]');
    await page.emulateMedia({ reducedMotion: null });
    expect(await stage(page).boundingBox()).toEqual(before);
    await playground
      .setting('alpha')
      .getByRole('button', { name: runText.knobs.reset({ name: 'Target success', value: '0.5' }) })
      .click();
    await expect(stage(page).locator('path.planned')).toHaveCount(0);
    await expect(playground.button(runText.knobs.start)).toHaveCount(0);
    await playground.set('alpha', '0,3');
    await expect(slider).toHaveValue('0.3');
  });

  await test.step('a run begins with the value, and the last picture stays until its first task', async () => {
    await page.evaluate(() => {
      new MutationObserver(() => {
        const picture = document.querySelector('[data-testid=story-stage], #loop .matrix li .text');
        if (!picture) document.body.dataset.wasEmpty = 'true';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await playground.button(runText.knobs.start).click();
    await expect(playground.status).toContainText(text.status.starting);
    await expect(page.getByTestId('begun')).toContainText(firstMinute.begun);
    await expect(replayBar(page)).toBeHidden();
    await expect(page.locator('#loop .matrix li .text')).toHaveCount(16);
    await expect(page.locator('body')).not.toHaveAttribute('data-was-empty', /./);
    await expect(playground.setting('alpha').getByRole('textbox')).toHaveValue('0.3');
    await expect(position).toHaveText(/epoch 2 of/);
    await playground.pause.click();
    await playground.ready();
    // The log of a run that began with this value has no change of settings.
    await expect(page.getByTestId('knob-line').filter({ visible: true })).not.toHaveText(/→/);
  });

  await test.step('a reload opens the user’s own run, and the story can be watched in between', async () => {
    await page.reload();
    await playground.ready();
    await expect(replayBar(page)).toBeHidden();
    const own = await position.textContent();
    await playground.button(text.replay.watch).click();
    await expect(position).toHaveText(/epoch [2-9] of 80/);
    await expect(playground.begin).toHaveCount(0);
    await playground.button(text.replay.back).click();
    await expect(replayBar(page)).toBeHidden();
    await expect(position).toHaveText(own!);
  });
});

test('the story begins before its file is loaded, and says when it waits for the file', async ({ open }) => {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  const playground = await open({
    prepare: async (page) => {
      await removeWebGpu(page);
      await page.route('**/example-run.zip', async (route) => {
        await sent;
        await route.continue();
      });
    },
  });
  const { page } = playground;
  await expect(stage(page)).toContainText('0 of 8 right');
  await playground.seek(2);
  await page.getByLabel(text.controls.speed).selectOption(speedOption(8));
  await expect(replayBar(page)).toContainText('75 of 80');
  await playground.expectEpoch(3);
  await expect(playground.status).toHaveText(text.replay.status.waiting);
  await playground.timeline.fill('40');
  await playground.expectEpoch(3);
  await expect(stage(page)).toContainText('0 of 8 right');
  send();
  await expect(playground.position).toHaveText(/epoch 4\d of 80/);
});

test('the story waits if motion is reduced, and follows one task', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;
  await playground.dismissProblem();
  await expect(page.getByTestId('caption')).toContainText(text.frame.lede);
  await expect(playground.run).toBeVisible();
  await playground.expectEpoch(1);
  const followed = readStart(await startFile('public/example-run.zip')).story.followed!;
  const [first, last] = [followed.meetings[0], followed.meetings.at(-1)!];
  await test.step('each stage adds the task, its answers, their verdicts, and the likelier answer', async () => {
    await playground.seek(first.epoch - 1);
    await playground.button(text.controls.stepStage).click();
    await expect(stage(page)).toContainText(followed.task);
    await expect(stage(page).locator('del')).toHaveCount(0);
    await playground.button(text.controls.stepStage).click();
    for (const { words } of first.answers) await expect(stage(page)).toContainText(words.join(' '));
    await expect(stage(page).locator('del')).toHaveCount(0);
    await playground.button(text.controls.stepStage).click();
    await expect(stage(page).locator('del')).toHaveCount(first.count.n - first.count.k);
    await expect(stage(page).locator('ins').first()).toHaveText(followed.right[followed.decision]);
    await expect(page.getByTestId('caption')).toContainText(followed.right.join(' '));
    await expect(stage(page).locator('circle.followed')).toHaveCount(0);
    await playground.button(text.controls.stepStage).click();
    await expect(stage(page).locator('circle.followed')).toHaveCount(1);
    await playground.button(text.controls.stepStage).click();
    await expect(stage(page)).toContainText(firstMinute.stage.likelier);
  });

  await test.step('the story shows every attempt, and at the end the first and the last', async () => {
    await playground.seek(last.epoch);
    for (const { count } of followed.meetings)
      await expect(stage(page)).toContainText(firstMinute.stage.solved({ k: String(count.k), n: String(count.n) }));
    await playground.seek(80);
    await expect(stage(page)).toContainText(firstMinute.stage.before({ epoch: String(first.epoch) }));
    await expect(stage(page)).toContainText(firstMinute.stage.after({ epoch: String(last.epoch) }));
    const wrong = [first, last].map(({ count }) => count.n - count.k);
    await expect(stage(page).locator('del')).toHaveCount(wrong[0] + wrong[1]);
  });

  await test.step('the story shows symbols only on the knobs, and the loop shows them', async () => {
    const symbols = /p̂|α|RWR|GRPO|KL|D_env|nats/;
    const knobs = await page.getByTestId('knobs').innerText();
    expect((await page.locator('body').innerText()).replace(knobs, '')).not.toMatch(symbols);
    await showLoop(page);
    await expect(page.locator('#loop')).toContainText(symbols);
  });

  await test.step('a phone: task, sentence and answers without scrolling', async () => {
    await showLoop(page);
    await playground.seek(last.epoch);
    await page.setViewportSize(PHONE);
    await page.evaluate(() => scrollTo(0, 0));
    expect((await stage(page).boundingBox())!.y).toBeLessThan(300);
    await expect(page.getByTestId('caption')).toBeInViewport({ ratio: 1 });
    const answers = stage(page).locator('.task li');
    await expect(answers).toHaveCount(last.count.n);
    for (const answer of await answers.all()) {
      await expect(answer).toBeInViewport({ ratio: 1 });
      expect((await answer.boundingBox())!.height).toBeGreaterThanOrEqual(24);
    }
    await expectNoSidewaysScroll(page);
  });
});
