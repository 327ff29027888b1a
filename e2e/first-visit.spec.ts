/**
 * @file The story plays in the first minutes, until the user's own run has an epoch. Its first picture needs only the
 * beginning of the recorded run, and stays until the user's run has a picture.
 */
import { expect, type Page } from '@playwright/test';
import { predictionText } from '../src/text/later.ts';
import { firstMinute, text } from '../src/text/text.ts';
import { readStart } from '../src/ui/state/example.ts';
import { startFile } from '../src/ui/state/example-start-file.ts';
import { removeWebGpu, replayBar, showLoop, test } from './page.ts';
import { speedOption } from '../src/ui/pages/run/transport/transport-actions.ts';

const position = (page: Page) => page.getByTestId('position');
const stage = (page: Page) => page.getByTestId('story-stage');

declare global {
  interface Window {
    wasEmpty: boolean;
  }
}

test('the story plays on every visit until a run has an epoch; then it is watched in front of that run', async ({
  open,
}) => {
  test.slow();
  const playground = await open();
  const { page } = playground;

  await test.step('on the first visit, and on a second one after a run of which nothing is stored', async () => {
    for (const visit of ['first', 'second']) {
      await expect(replayBar(page), visit).toContainText(text.replay.example);
      await expect(stage(page)).toBeVisible();
      await expect(position(page)).toHaveText(/epoch [2-9] of 80/);
      await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
      await page.reload();
    }
  });

  await test.step('“Now yours” keeps the last picture until the first task is there', async () => {
    await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
    await page.evaluate(() => {
      window.wasEmpty = false;
      new MutationObserver(() => {
        if (!document.querySelector('[data-testid=story-stage], #loop .matrix li .text')) window.wasEmpty = true;
      }).observe(document.body, { childList: true, subtree: true });
    });
    await playground.begin.click();
    await expect(playground.status).toContainText(text.status.starting);
    await expect(page.getByTestId('begun')).toContainText(firstMinute.begun);
    await expect(replayBar(page)).toBeHidden();
    await expect(page.locator('#loop .matrix li .text')).toHaveCount(16);
    expect(await page.evaluate(() => window.wasEmpty)).toBe(false);
    await expect(position(page)).toHaveText(/epoch 2 of/);
    await playground.pause.click();
    await playground.ready();
  });

  await test.step('the own run is opened; the story stands in front of it, and leads back', async () => {
    await page.reload();
    await playground.ready();
    await expect(replayBar(page)).toBeHidden();
    const own = await position(page).textContent();
    await playground.button(text.replay.watch).click();
    await expect(position(page)).toHaveText(/epoch [2-9] of 80/);
    await expect(playground.begin).toHaveCount(0);
    await playground.button(text.replay.back).click();
    await expect(replayBar(page)).toBeHidden();
    await expect(position(page)).toHaveText(own!);
  });
});

test('the story begins before its file is there, waits for it where it must, and says so', async ({ open }) => {
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
  // Playing to the end of the loaded part takes half a minute, and longer on a busy machine.
  await page.getByLabel(text.controls.speed).selectOption(speedOption(8));
  await expect(replayBar(page)).toContainText('75 of 80');
  await expect(position(page)).toHaveText(text.controls.position({ epoch: '3', epochs: '80' }));
  await expect(playground.status).toHaveText(text.replay.status.waiting);
  await page.getByLabel(text.controls.timeline).fill('40');
  await expect(position(page)).toHaveText(text.controls.position({ epoch: '3', epochs: '80' }));
  await expect(stage(page)).toContainText('0 of 8 right');
  send();
  await expect(position(page)).toHaveText(/epoch 4\d of 80/);
});

test('the story follows one task: its answers as words, judged, before and after, and no symbol', async ({ open }) => {
  const playground = await open({
    prepare: async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await removeWebGpu(page);
    },
  });
  const { page } = playground;
  await page.getByRole('button', { name: text.problems.dismiss }).click();
  const followed = readStart(await startFile('public/example-run.zip')).story.followed!;
  const [first, last] = [followed.meetings[0], followed.meetings.at(-1)!];
  const seek = async (epoch: number) => {
    await page.getByLabel(text.controls.timeline).fill(String(epoch));
    await expect(position(page)).toHaveText(text.controls.position({ epoch: String(epoch), epochs: '80' }));
  };

  await test.step('stage by stage: the task, its answers, which are right, what is made likelier', async () => {
    await seek(first.epoch - 1);
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

  await test.step('each time it came, and at the end before and after', async () => {
    await seek(last.epoch);
    for (const { count } of followed.meetings)
      await expect(stage(page)).toContainText(firstMinute.stage.solved({ k: String(count.k), n: String(count.n) }));
    await seek(80);
    await expect(stage(page)).toContainText(firstMinute.stage.before({ epoch: String(first.epoch) }));
    await expect(stage(page)).toContainText(firstMinute.stage.after({ epoch: String(last.epoch) }));
    const wrong = [first, last].map(({ count }) => count.n - count.k);
    await expect(stage(page).locator('del')).toHaveCount(wrong[0] + wrong[1]);
  });

  await test.step('no symbol but those of the knobs; the loop has them', async () => {
    const symbols = /p̂|α|RWR|GRPO|KL|D_env|nats/;
    const knobs = await page.getByTestId('knobs').innerText();
    expect((await page.locator('body').innerText()).replace(knobs, '')).not.toMatch(symbols);
    await showLoop(page);
    await expect(page.locator('#loop')).toContainText(symbols);
  });

  await test.step('a phone: task, sentence and answers without scrolling', async () => {
    await showLoop(page);
    await seek(last.epoch);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    expect((await stage(page).boundingBox())!.y).toBeLessThan(300);
    await expect(page.getByTestId('caption')).toBeInViewport({ ratio: 1 });
    const answers = stage(page).locator('.task li');
    await expect(answers).toHaveCount(last.count.n);
    for (const answer of await answers.all()) {
      await expect(answer).toBeInViewport({ ratio: 1 });
      expect((await answer.boundingBox())!.height).toBeGreaterThanOrEqual(24);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test('one question before the tasks come down: the story waits, the log answers, and it is never asked twice', async ({
  open,
}) => {
  const { page } = await open({
    prepare: async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await removeWebGpu(page);
    },
  });
  const prediction = page.getByTestId('prediction');
  const seek = async (epoch: number) => {
    await page.getByLabel(text.controls.timeline).fill(String(epoch));
    await expect(position(page)).toHaveText(text.controls.position({ epoch: String(epoch), epochs: '80' }));
  };
  const play = page.getByRole('button', { name: text.controls.run, exact: true });

  await test.step('it plays on once the question is answered', async () => {
    await seek(4);
    await expect(prediction).toHaveCount(0);
    await page.getByLabel(text.controls.speed).selectOption(speedOption(8));
    await play.click();
    await expect(prediction).toContainText(predictionText.question);
    await expect(play).toBeVisible();
    // The question appears as soon as its words are loaded, so the epoch varies a little.
    await expect(position(page)).toHaveText(/epoch [5-7] of 80/);
    const desk = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // The question overlays the picture and pushes nothing down.
    const [asked, picture] = [(await prediction.boundingBox())!, (await stage(page).boundingBox())!];
    expect(picture.y).toBeLessThan(asked.y + asked.height);
    await page.setViewportSize(desk);
    await prediction.getByRole('button', { name: predictionText.guesses.easier }).click();
    await expect(position(page)).toHaveText(/epoch ([6-9]|\d\d) of 80/);
    await expect(prediction).toContainText(predictionText.answers.easier);
    await expect(prediction).toContainText('as you said');
  });

  await test.step('gone when its moment is over, and not asked again, nor on another visit', async () => {
    await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
    await seek(30);
    await expect(prediction).toHaveCount(0);
    await seek(5);
    await prediction.getByRole('button', { name: predictionText.close }).click();
    await expect(prediction).toHaveCount(0);
    await page.reload();
    await seek(5);
    await seek(6);
    await expect(prediction).toHaveCount(0);
  });
});
