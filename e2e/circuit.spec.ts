/** @file The picture of the loop fits one screen, its texts do not overlap, and it works by keyboard alone. */
import { expect, type Page } from '@playwright/test';
import { familyByName } from '../src/tasks/registry.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { OPENED } from '../src/ui/frame/view-names.ts';
import { cutOff, DESK, expectNoSidewaysScroll, PHONE, SMALL_DESK, still, test } from './page.ts';

/** Lists pairs of overlapping texts in the picture. */
const collisions = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('.circuit svg text, .circuit header *, .curves text')].flatMap(
      (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const inside = one.parentElement!.closest('header > *');
        return inside || right - left < 1 ? [] : [{ said: one.textContent, left, right, top, bottom }];
      },
    );
    // A text's box is higher than its letters, so boxes may overlap by 3 px.
    const isOn = (a: (typeof texts)[0], b: (typeof texts)[0]) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
    return texts.flatMap((a, i) => texts.slice(i + 1).flatMap((b) => (isOn(a, b) ? [`${a.said} on ${b.said}`] : [])));
  });

test('the picture fits a desktop screen and a phone, and works by keyboard alone', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page, picture } = playground;
  const story = page.getByTestId('story');
  const curves = page.getByRole('group', { name: runText.circuit.curves.label });
  await playground.seekInLoop(12);

  await test.step('no label covers another, and the map of levels has a key and ends at the epoch shown', async () => {
    const map = page.getByRole('img', { name: new RegExp(runText.circuit.curves.levels.title.replace('?', '\\?')) });
    for (const size of [DESK, SMALL_DESK, PHONE]) {
      await page.setViewportSize(size);
      for (const epoch of [12, 45, 74]) {
        await playground.seek(epoch);
        const place = `${size.width}, epoch ${epoch}`;
        await expect.poll(() => collisions(page), place).toEqual([]);
        await expect.poll(() => cutOff(page), place).toEqual([]);
        await expect(page.getByTestId('ramp')).toBeVisible();
        const ends = await map
          .locator('rect')
          .evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().right));
        const shown = (await map.locator('.shown').evaluate((line) => line.getBoundingClientRect())).right;
        expect(Math.max(...ends)).toBeLessThanOrEqual(shown + 1);
      }
    }
  });

  const rows = picture.getByRole('listitem');
  const expectRows = async (height: number, width: number) => {
    for (const row of await rows.all()) {
      expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(height);
      expect((await row.locator('.text').boundingBox())!.width).toBeGreaterThan(width);
    }
  };

  await test.step('a phone', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await expect(picture).toBeInViewport({ ratio: 1 });
    await expect(story).toBeInViewport({ ratio: 1 });
    await expect(rows.nth(4)).toBeVisible();
    await expectRows(24, 100);
    await expectNoSidewaysScroll(page);
  });

  for (const size of [SMALL_DESK, DESK])
    await test.step(`${size.width} × ${size.height}`, async () => {
      await page.setViewportSize(size);
      for (const part of [picture, curves, story]) await expect(part).toBeInViewport({ ratio: 1 });
      for (const name of OPENED) await expect(playground.opener(name)).toBeInViewport({ ratio: 1 });
      expect((await playground.timeline.boundingBox())!.width).toBeGreaterThan(140);
      const overflow = () =>
        page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          return [scrollWidth - innerWidth, scrollHeight - innerHeight];
        });
      await expect.poll(overflow).toEqual([0, 0]);
      await playground.openSettings();
      await expect(picture).toBeInViewport({ ratio: 1 });
      await expect(() => expectRows(12, 40)).toPass();
      await expect.poll(overflow).toEqual([0, 0]);
      await playground.panel('circuit');
    });

  await test.step('the page shows no technical names', async () => {
    const shown = await page.locator('body').innerText();
    expect(shown).not.toMatch(/swiftshader|genenv, seed/i);
    expect(shown).toContain(familyByName('household').example);
  });

  await playground.seek(60);
  await playground.timeline.blur();

  await test.step('by keyboard: epochs', async () => {
    await page.keyboard.press('ArrowRight');
    await playground.expectEpoch(61);
    await page.keyboard.press('ArrowLeft');
    await playground.expectEpoch(60);
    await page.keyboard.press('Home');
    await playground.expectEpoch(0);
    await expect(story).toHaveText(runText.circuit.first);
  });

  await test.step('by keyboard: stages, each with its sentence', async () => {
    await page.keyboard.press('s');
    await expect(story).toContainText(
      runText.story.stageHead({ epoch: '1', stage: text.stages['tasks-written'].name }),
    );
    await page.keyboard.press('s');
    await expect(story).toContainText('The agent gave 128 answers to 16 tasks');
    await page.keyboard.press('e');
    await expect(story).toContainText(runText.story.head({ epoch: '1' }));
  });

  await test.step('by keyboard: play and pause', async () => {
    await page.keyboard.press('Space');
    await expect(playground.pause).toBeVisible();
    await page.keyboard.press('Space');
    await expect(playground.run).toBeVisible();
  });

  await test.step('by keyboard: panels beside the picture, and the list of keys', async () => {
    await page.keyboard.press('t');
    await expect(playground.opener('tasks')).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByTestId('filter-verdict')).toBeVisible();
    await expect(picture).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('l');
    await expect(curves).toBeVisible();
    await expect(picture).toBeVisible();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: text.shortcuts.title });
    await expect(keys).toContainText(text.shortcuts.actions.stepStage);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
  });

  await test.step('by keyboard: a task of the picture opens with its rollouts', async () => {
    const first = picture.getByRole('listitem').getByRole('button').first();
    const name = (await first.getAttribute('aria-label'))!;
    await first.focus();
    await page.keyboard.press('Enter');
    const [task] = name.split(', level');
    await expect(page.getByText(`<household> ${task} <sep>`)).toBeVisible();
    await expect(picture).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: text.panels.tasks, exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(first).toBeFocused();
    await expect(curves).toBeVisible();
  });
});
