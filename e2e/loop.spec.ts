/** @file Once around the loop: run, pause, step, change a setting, take the run elsewhere, reload, compare two runs. */
import { expect } from '@playwright/test';
import { openedText } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { expectNoViolation } from './axe.ts';
import { importFile, removeWebGpu, replayBar, runsTable, saveRun, smallRun, tabTo, test } from './page.ts';

test('a run from the first visit to a file that another browser replays', async ({ open }) => {
  test.slow();
  const playground = await open();
  const { page } = playground;

  await test.step('the first visit shows a recorded example until there is a run of one’s own', async () => {
    await expect(replayBar(page)).toContainText(text.replay.example);
    // It plays by itself.
    await expect(page.getByTestId('position')).toHaveText(/epoch [2-9] of 80/);
    await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
    await playground.choosePreset('quick');
    await expect(replayBar(page)).toBeHidden();
    // Every step finds it in mid-run, however far a slow or a quick machine got before.
    await playground.set('epochs', '100');
    await playground.set('tasksPerEpoch', '8');
    await playground.set('evalTasks', '1');
  });

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

  await test.step('the slider of epochs is dragged while the run goes on', async () => {
    const slider = page.getByLabel(text.controls.timeline);
    const button = (name: string) => page.locator('.timeline').getByRole('button', { name, exact: true });
    await playground.run.click();
    await expect(playground.pause).toBeVisible();
    const { x, y, width, height } = (await slider.boundingBox())!;
    const seen: { width: number; value: number }[] = [];
    await page.mouse.move(x + width - 8, y + height / 2);
    await page.mouse.down();
    for (let share = 0.9; share > 0.05; share -= 0.1) {
      await page.mouse.move(x + 8 + share * (width - 16), y + height / 2);
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
    const strip = page.getByRole('toolbar', { name: runText.loop.rollout({ index: '1' }), exact: true });
    await strip.getByRole('button').first().click();
    const inspector = page.getByRole('dialog', { name: openedText.token.title });
    await expect(inspector).toContainText(openedText.token.probability);
    await expect(inspector).toContainText(runText.players.agent);
    await page.keyboard.press('Escape');
    await expect(inspector).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(strip.getByRole('button').nth(1)).toBeFocused();
  });

  await test.step('a changed α and k_min take effect with the next filter', async () => {
    await playground.set('alpha', '0.9');
    await playground.set('kMin', '0.05');
    await expect(playground.status).toContainText(text.status.pending);
    await playground.stepEpoch();
    await playground.panel('tasks');
    await expect(page.getByTestId('filter-verdict')).toContainText('k_min = 0.05');
    await playground.panel('curves');
    const bars = playground.chart('success').locator('g.band rect');
    await playground.chart('success').scrollIntoViewIfNeeded();
    await expect(bars).toHaveCount(2);
    const heights = await bars.evaluateAll((rects) => rects.map((rect) => Number(rect.getAttribute('height'))));
    expect(heights.at(-1)!).toBeLessThan(heights[0] / 2);
  });

  await test.step('a value out of range is refused in a sentence', async () => {
    await playground.set('alpha', '7');
    await expect(playground.knobs.getByRole('alert')).toContainText('from 0 to 1');
    await playground.set('alpha', 'a half');
    await expect(playground.knobs.getByRole('alert')).toContainText('but is "a half"');
    await playground.set('alpha', '0.5');
    await expect(playground.knobs.getByRole('alert')).toBeHidden();
  });

  await test.step('tuned and seen, by keyboard alone', async () => {
    await playground.panel('circuit');
    const plot = page.getByTestId('filter-plot');
    const inside = plot.locator('circle.kept');
    const tasks = await plot.locator('circle').count();
    expect(await inside.count()).toBeLessThan(tasks);

    await playground.button(text.controls.stepEpoch).focus();
    await tabTo(page, settingLabels.kMin);
    const slider = page.locator(':focus');
    await expect(slider).toHaveRole('slider');
    // As wide as it goes: every dot lies inside, before any stage has run.
    await page.keyboard.press('End');
    await expect(inside).toHaveCount(tasks);
    await expect(playground.status).toContainText(text.status.pending);
    await expect(slider).toBeFocused();

    // Play and pause: the next epoch is filtered so.
    await page.keyboard.press('p');
    const { description, inside: insideOf } = runText.circuit.filter;
    await expect(plot).toHaveAttribute(
      'aria-label',
      description({ low: '0', high: '1', inside: insideOf({ kept: tasks, all: tasks }) }),
    );
    await page.keyboard.press('p');
    await playground.ready();
    await expect(playground.status).not.toContainText(text.status.pending);
    await expect(slider).toBeFocused();
  });

  await test.step('exported, and replayed without WebGPU in a browser that has nothing, to the same curves', async () => {
    const made = await playground.allValues();
    await playground.view('runs');
    const row = runsTable(page).getByRole('row').nth(1);
    await expect(row).toContainText('quick');
    await expect(row).toContainText(/swiftshader|Vulkan|Metal|nvidia|amd|intel|apple/i);
    const file = await saveRun(playground);

    const other = await open({ prepare: removeWebGpu });
    await importFile(other, 'run.zip', file);
    await expect(replayBar(other.page)).toContainText(text.replay.stored);
    await expect(other.status).toHaveText(text.replay.status.end({ epochs: made.success.length }));
    expect(await other.allValues()).toEqual(made);
  });
});

test('the curve of R_env is dragged, by mouse and by keys: a preview, then a setting of the next stage', async ({
  open,
}) => {
  const playground = await open({ address: smallRun() });
  const { page } = playground;
  await playground.ready();
  await playground.stepEpoch();
  const plot = page.getByTestId('filter-plot');
  const { curve } = openedText;
  const alpha = page.getByRole('slider', { name: curve.handle({ setting: settingLabels.alpha }) });
  const field = playground.setting('alpha').getByRole('textbox');
  const told = page.getByText(curve.value({ symbol: 'α', value: '' }));
  /** Moves the pointer to the handle, and with it by a share of the width of the plot. */
  const drag = async (share: number) => {
    const { x, y, width, height } = (await alpha.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + share * (await plot.boundingBox())!.width, y, { steps: 4 });
  };

  await test.step('held, it is a preview, which Escape takes back', async () => {
    await expect(alpha).toHaveAttribute('aria-valuenow', '0.5');
    await drag(0.35);
    const value = (await alpha.getAttribute('aria-valuenow'))!;
    expect(Number(value)).toBeGreaterThan(0.75);
    await expect(field).toHaveValue(value);
    await expect(told.filter({ visible: true })).toHaveText(curve.value({ symbol: 'α', value }));
    await expect(plot.locator('.planned')).toBeVisible();
    await expect(playground.status).not.toContainText(text.status.pending);
    await expectNoViolation(page, 'a handle of the curve is held');
    await page.keyboard.press('Escape');
    await expect(alpha).toHaveAttribute('aria-valuenow', '0.5');
    await expect(plot.locator('.planned')).toHaveCount(0);
    await page.mouse.up();
    await expect(playground.status).not.toContainText(text.status.pending);
  });

  await test.step('let go, it waits for the next stage; keys move it by the steps of the setting', async () => {
    await drag(-0.2);
    await page.mouse.up();
    await expect(playground.status).toContainText(text.status.pending);
    const dragged = Number(await alpha.getAttribute('aria-valuenow'));
    expect(dragged).toBeLessThan(0.35);
    await page.keyboard.press('ArrowRight');
    const stepped = String(Number((dragged + 0.05).toFixed(2)));
    await expect(alpha).toHaveAttribute('aria-valuetext', stepped);
    await expect(field).toHaveValue(stepped);
    await page.keyboard.press('Escape');
    // Back to where it was taken hold of.
    await expect(field).toHaveValue('0.5');
    await expect(playground.status).not.toContainText(text.status.pending);
    for (const [key, value] of [
      ['End', '1'],
      ['PageDown', '0.5'],
      ['Home', '0'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(field).toHaveValue(value);
    }
  });

  await test.step('the next stage has it, and the log says so', async () => {
    await playground.stepStage();
    await expect(playground.status).not.toContainText(text.status.pending);
    const changes = runText.knobs.change({ symbol: 'α', from: '0.5', to: '0' });
    await expect(page.getByTestId('knob-line')).toHaveText(runText.knobs.changed({ changes, epoch: '2' }));
    await expect(plot.locator('.planned')).toHaveCount(0);
  });

  await test.step('a past epoch has no handles', async () => {
    await page.getByLabel(text.controls.timeline).press('ArrowLeft');
    await expect(alpha).toHaveCount(0);
  });
});

test('two runs of one seed have the same event log: run through, or stepped and reloaded in the middle', async ({
  open,
}) => {
  const playground = await open({ address: smallRun({ epochs: 2 }) });
  await playground.ready();
  await playground.run.click();
  await expect(playground.status).toContainText(text.status.finished({ epochs: 2 }));

  await playground.reset();
  await playground.stepEpoch();
  const before = await playground.values('success');
  await playground.stepStage();
  await playground.stepStage();
  await playground.page.reload();
  await playground.ready();
  // An epoch that was not finished is made again.
  await expect(playground.status).toContainText(/^Paused after epoch/);
  expect(await playground.values('success')).toEqual(before);
  await playground.stepEpoch();
  await expect(playground.status).toContainText(text.status.finished({ epochs: 2 }));

  await playground.panel('curves');
  await playground.page.getByLabel(text.controls.compare).selectOption({ index: 1 });
  await playground.panel('curves');
  await expect(playground.page.getByTestId('comparison')).toContainText('same event log, byte for byte');
});
