/** @file The stage on a first visit: on one screen, moved by keyboard alone, and what it says is what the log says. */
import { expect, type Page } from '@playwright/test';
import { familyByName } from '../src/tasks/registry.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { type PlaygroundPage, removeWebGpu, test, showLoop } from './page.ts';

type Open = (options?: { prepare?: (page: Page) => Promise<unknown> }) => Promise<PlaygroundPage>;

const position = ({ page }: PlaygroundPage) => page.getByTestId('position');
const picture = ({ page }: PlaygroundPage) => page.getByRole('group', { name: runText.circuit.label, exact: true });
const curves = ({ page }: PlaygroundPage) => page.getByRole('group', { name: runText.circuit.curves.label });
const story = ({ page }: PlaygroundPage) => page.getByTestId('story');

/** The example, paused after an epoch. */
async function openAt(open: Open, epoch: number): Promise<PlaygroundPage> {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  await expect(position(playground)).toHaveText(/of 80/);
  await playground.button(text.controls.pause).click();
  await page.getByRole('button', { name: text.problems.dismiss }).click();
  await showLoop(page);
  await page.getByLabel(text.controls.timeline).fill(String(epoch));
  await expect(position(playground)).toHaveText(text.controls.position({ epoch: String(epoch), epochs: '80' }));
  return playground;
}

test('the first screen: the whole story on a desk, picture and sentence on a phone, nothing a visitor cannot know', async ({
  open,
}) => {
  const playground = await openAt(open, 74);
  const { page } = playground;
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      for (const part of [picture(playground), curves(playground), story(playground)])
        await expect(part).toBeInViewport({ ratio: 1 });
      const overflow = () =>
        page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          return [scrollWidth - innerWidth, scrollHeight - innerHeight];
        });
      await expect.poll(overflow).toEqual([0, 0]);
      await playground.openSettings();
      await expect(picture(playground)).toBeInViewport({ ratio: 1 });
      await expect.poll(overflow).toEqual([0, 0]);
      await playground.panel('circuit');
    });

  await test.step('a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(picture(playground)).toBeInViewport({ ratio: 1 });
    await expect(story(playground)).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  await test.step('its words', async () => {
    const shown = await page.locator('body').innerText();
    expect(shown).not.toMatch(/swiftshader|genenv, seed/i);
    expect(shown).toContain(familyByName('household').example);
  });
});

test('by keyboard alone: back and forth, stage by stage, into a task beside the picture and back', async ({ open }) => {
  const playground = await openAt(open, 60);
  const { page } = playground;
  await page.getByLabel(text.controls.timeline).blur();

  await test.step('epochs', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(position(playground)).toHaveText(text.controls.position({ epoch: '61', epochs: '80' }));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(position(playground)).toHaveText(text.controls.position({ epoch: '59', epochs: '80' }));
    await page.keyboard.press('Home');
    await expect(position(playground)).toHaveText(text.controls.position({ epoch: '0', epochs: '80' }));
    await expect(story(playground)).toHaveText(runText.circuit.first);
  });

  await test.step('stages, each with its sentence', async () => {
    await page.keyboard.press('s');
    await expect(story(playground)).toContainText(
      runText.story.stageHead({ epoch: '1', stage: text.stages['tasks-written'].name }),
    );
    await page.keyboard.press('s');
    await expect(story(playground)).toContainText('The agent gave 128 answers to 16 tasks');
    await page.keyboard.press('e');
    await expect(story(playground)).toContainText(runText.story.head({ epoch: '1' }));
  });

  await test.step('play and pause; a step button keeps the focus', async () => {
    await page.keyboard.press('Space');
    await expect(playground.pause).toBeVisible();
    await page.keyboard.press('Space');
    await expect(playground.run).toBeVisible();
    const step = playground.button(text.controls.stepEpoch);
    await step.focus();
    await page.keyboard.press('Enter');
    await expect(step).toBeFocused();
  });

  await test.step('what opens beside the picture, and the list of keys', async () => {
    await page.keyboard.press('t');
    await expect(playground.opener('tasks')).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByTestId('filter-verdict')).toBeVisible();
    await expect(picture(playground)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('l');
    await expect(curves(playground)).toBeVisible();
    await expect(picture(playground)).toBeVisible();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: text.shortcuts.title });
    await expect(keys).toContainText(text.shortcuts.actions.stepStage);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
  });

  await test.step('a task of the picture opens with its rollouts', async () => {
    const first = picture(playground).getByRole('listitem').getByRole('button').first();
    const name = (await first.getAttribute('aria-label'))!;
    await first.focus();
    await page.keyboard.press('Enter');
    const [task] = name.split(', level');
    await expect(page.getByText(`<household> ${task} <sep>`)).toBeVisible();
    await expect(picture(playground)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: text.panels.tasks, exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(first).toBeFocused();
    await expect(curves(playground)).toBeVisible();
  });
});
