/** @file The user runs, pauses and steps the loop, changes a setting, asks the agent, and replays the run elsewhere. */
import { expect } from '@playwright/test';
import { openedText, tryItText } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { expectNoViolation } from './axe.ts';
import { KNOBS } from '../src/ui/pages/run/settings/tuning.ts';
import { DESK, expectSameElsewhere, PHONE, removeWebGpu, runsTable, smallRun, tabTo, test } from './page.ts';

const { write, answers } = tryItText;

test('a run goes from its first epoch to a file that another browser replays', async ({ open }) => {
  test.slow();
  // The run is long enough to be unfinished in every step, even on a fast machine.
  const playground = await open({ address: smallRun({ epochs: 100 }) });
  const { page } = playground;

  await test.step('opens with both models loaded, and names the adapter', async () => {
    await expect(playground.status).toContainText(text.status.ready);
    await page.locator('summary', { hasText: text.status.machine }).click();
    await expect(page.getByTestId('adapter')).not.toHaveText(text.status.none);
  });

  await test.step('runs two epochs, then pauses', async () => {
    await playground.run.click();
    await expect(playground.status).toContainText(runText.loop.epoch({ epoch: '3' }));
    await playground.pause.click();
    await playground.ready();
    await expect(playground.status).toContainText(/^Paused/);
    expect((await playground.values('success')).length).toBeGreaterThanOrEqual(2);
    expect((await playground.values('held-out')).length).toBeGreaterThanOrEqual(1);
  });

  await test.step('the slider of epochs is dragged while the run continues', async () => {
    const slider = page.getByLabel(text.controls.timeline);
    const button = (name: string) => page.locator('.timeline').getByRole('button', { name, exact: true });
    await playground.run.click();
    await expect(playground.pause).toBeVisible();
    const { x, y, width, height } = (await slider.boundingBox())!;
    const seen: { width: number; value: number }[] = [];
    await page.mouse.move(x + width - 8, y + height / 2);
    await page.mouse.down();
    for (const share of [0.9, 0.5, 0.1]) {
      await page.mouse.move(x + 8 + share * (width - 16), y + height / 2);
      // Give the run time to continue.
      await page.waitForTimeout(200);
      seen.push({ width: (await slider.boundingBox())!.width, value: Number(await slider.inputValue()) });
    }
    await page.mouse.up();
    expect(seen.map((one) => one.width)).toEqual(seen.map(() => width));
    const values = seen.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(values.at(-1)).toBeLessThan(values[0]);
    await button(text.controls.follow).click();
    await expect(button(text.controls.follow)).toBeHidden();
    await playground.pause.click();
    await playground.ready();
  });

  await test.step('steps to the end of an epoch, then one stage at a time', async () => {
    await playground.stepEpoch();
    await expect(playground.status).toContainText(/^Paused after epoch/);
    await playground.stepStage();
    await expect(playground.status).toContainText(text.stages['rolled-out'].name);
    await playground.stepStage();
    await expect(playground.status).toContainText(text.stages.scored.name);
  });

  await test.step('play and step keep the focus', async () => {
    await expect(playground.button(text.controls.stepStage)).toBeFocused();
    await playground.run.focus();
    await page.keyboard.press('Space');
    await expect(playground.pause).toBeFocused();
    await page.keyboard.press('Space');
    await playground.ready();
    await expect(playground.run).toBeFocused();
    await playground.stepEpoch();
    await playground.stepStage();
    await playground.stepStage();
  });

  await test.step('shows a token with its id, probability and log-probability', async () => {
    await playground.panel('tasks');
    const strip = playground.rollout(1);
    await strip.getByRole('button').first().click();
    const inspector = page.getByRole('dialog', { name: openedText.token.title });
    await expect(inspector).toContainText(openedText.token.probability);
    await expect(inspector).toContainText(runText.players.agent);
    await page.keyboard.press('Escape');
    await expect(inspector).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(strip.getByRole('button').nth(1)).toBeFocused();
  });

  await test.step('the agent answers the user’s task with its initial and its current weights', async () => {
    await playground.stepEpoch();
    await playground.view('try');
    const box = page.getByLabel(write.text, { exact: true });
    await box.fill('clean sink');
    await expect(page.getByTestId('verdict')).toContainText('“sink” is not a thing');
    await expect(playground.button(write.ask)).toBeDisabled();
    await page.getByText(write.language).click();
    await expect(page.getByText('& clean heat')).toBeVisible();
    await box.fill('clean apple');
    await expect(page.getByTestId('verdict')).toContainText(write.valid({ level: '1', length: 3 }));
    await playground.button(write.ask).click();
    const given = page.getByTestId('answers');
    await expect(given.getByRole('article')).toHaveCount(2);
    await expect(given).toContainText(answers.of({ text: 'clean apple' }));
    const now = answers.now({ epoch: String(await playground.epochs()) });
    await expect(given.getByRole('article', { name: now })).toContainText('p̂ =');
    await expect(given.getByRole('article').first().locator('li[aria-label*="probability"]').first()).toBeVisible();
  });

  await test.step('a browser without WebGPU or data replays the exported run with the same curves', async () => {
    await playground.view('runs');
    const row = runsTable(page).getByRole('row').nth(1);
    await expect(row).toContainText('quick');
    await expect(row).toContainText(/swiftshader|Vulkan|Metal|nvidia|amd|intel|apple/i);
    await expectSameElsewhere(playground, await open({ prepare: removeWebGpu }));
  });
});

test('dragging the curve of R_env by mouse or keys previews a setting and then changes it', async ({ open }) => {
  const playground = await open({ address: smallRun() });
  const { page } = playground;
  await page.setViewportSize({ width: 1280, height: 720 });
  await playground.ready();
  await playground.stepEpoch();
  const [play, branch] = [playground.run, playground.button(text.controls.branch)];
  expect((await branch.boundingBox())!.y).toBeLessThan((await play.boundingBox())!.y + 10);
  for (const name of KNOBS) await expect(playground.setting(name)).toBeInViewport({ ratio: 1 });
  const plot = page.getByTestId('filter-plot');
  const { curve } = openedText;
  const alpha = page.getByRole('slider', { name: curve.handle({ setting: settingLabels.alpha }) });
  const field = playground.setting('alpha').getByRole('textbox');
  const told = page.getByText(curve.value({ symbol: 'α', value: '' }));
  /** Drags the handle by a share of the plot's width, and keeps the button pressed. */
  const drag = async (share: number) => {
    const { x, y, width, height } = (await alpha.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + share * (await plot.boundingBox())!.width, y, { steps: 4 });
  };

  await test.step('a held handle previews the value, and Escape restores the old one', async () => {
    await expect(alpha).toHaveValue('0.5');
    await drag(0.35);
    const value = await alpha.inputValue();
    expect(Number(value)).toBeGreaterThan(0.75);
    await expect(field).toHaveValue(value);
    await expect(told.filter({ visible: true })).toHaveText(curve.value({ symbol: 'α', value }));
    await expect(plot.locator('path.planned')).toBeVisible();
    await expect(playground.status).not.toContainText(text.status.pending);
    await expectNoViolation(page, 'a handle of the curve is held', '[data-testid=filter-plot]');
    await page.keyboard.press('Escape');
    await expect(alpha).toHaveValue('0.5');
    await expect(plot.locator('.planned')).toHaveCount(0);
    await page.mouse.up();
    await expect(playground.status).not.toContainText(text.status.pending);
  });

  await test.step('a released handle waits for the next stage, and keys move it by the setting’s steps', async () => {
    await drag(-0.2);
    await page.mouse.up();
    await expect(playground.status).toContainText(text.status.pending);
    const dragged = Number(await alpha.inputValue());
    expect(dragged).toBeLessThan(0.35);
    await page.keyboard.press('ArrowRight');
    const stepped = String(Number((dragged + 0.05).toFixed(2)));
    await expect(alpha).toHaveAttribute('aria-valuetext', stepped);
    await expect(field).toHaveValue(stepped);
    await page.keyboard.press('Escape');
    // Escape restores the value from before the drag.
    await expect(field).toHaveValue('0.5');
    await expect(playground.status).not.toContainText(text.status.pending);
    for (const [key, value] of [
      ['End', '1'],
      ['PageDown', '0.9'],
      ['Home', '0'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(field).toHaveValue(value);
    }
  });

  await test.step('the next stage uses the value, a reserved line says so, and nothing jumps', async () => {
    const before = await plot.boundingBox();
    const told = runText.knobs.changed({
      changes: runText.knobs.change({ symbol: 'α', from: '0.5', to: '0' }),
      epoch: '2',
    });
    await expect(page.getByTestId('knob-line')).toHaveText(told);
    await playground.stepEpoch();
    await expect(playground.status).not.toContainText(text.status.pending);
    await expect(page.getByTestId('knob-line')).toHaveText(told);
    await expect(plot.locator('.planned')).toHaveCount(0);
    expect(await plot.boundingBox()).toEqual(before);
  });

  await test.step('a past epoch has no handles', async () => {
    await playground.timeline.press('ArrowLeft');
    await expect(alpha).toHaveCount(0);
  });

  await test.step('a phone shows the loop and three knobs', async () => {
    await page.setViewportSize(PHONE);
    await page.evaluate(() => scrollTo(0, 0));
    expect((await page.locator('#loop').boundingBox())!.y).toBeLessThanOrEqual(200);
    for (const name of KNOBS.slice(0, 3)) await expect(playground.setting(name)).toBeInViewport({ ratio: 1 });
  });

  await test.step('k_min is changed by keyboard alone: every task is inside at once, and the next filter uses it', async () => {
    await page.setViewportSize(DESK);
    await playground.timeline.press('End');
    await playground.set('alpha', '0.5');
    const inside = plot.locator('circle.kept');
    const tasks = await plot.locator('circle').count();
    expect(await inside.count()).toBeLessThan(tasks);
    await playground.button(text.controls.stepEpoch).focus();
    await tabTo(page, settingLabels.kMin);
    const slider = page.locator(':focus');
    await expect(slider).toHaveRole('slider');
    await page.keyboard.press('End');
    await expect(inside).toHaveCount(tasks);
    await expect(playground.status).toContainText(text.status.pending);
    await page.keyboard.press('e');
    await playground.ready();
    await expect(playground.status).not.toContainText(text.status.pending);
    await expect(slider).toBeFocused();
    const { description, inside: insideOf } = runText.circuit.filter;
    const all = insideOf({ kept: tasks, all: tasks });
    await expect(plot).toHaveAttribute('aria-label', description({ low: '0', high: '1', inside: all }));
    await playground.panel('tasks');
    await expect(page.getByTestId('filter-verdict')).toContainText('k_min = 1.');
    await playground.panel('curves');
    const bars = playground.chart('success').locator('g.band rect');
    await playground.chart('success').scrollIntoViewIfNeeded();
    await expect(bars.first()).toBeAttached();
    const heights = await bars.evaluateAll((rects) => rects.map((rect) => Number(rect.getAttribute('height'))));
    expect(heights.at(-1)!).toBeGreaterThan(1.5 * heights[0]);
  });
});
