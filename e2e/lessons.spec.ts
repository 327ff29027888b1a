/** @file Lessons work by keyboard alone. A teacher's links, class results, handouts and projector mode work. */
import { expect, type Page } from '@playwright/test';
import { viewRun } from '../src/analysis/run-view.ts';
import { type Beat, storyBeats } from '../src/analysis/story-beats.ts';
import { example, exampleEpoch } from '../src/analysis/testing/example-run.ts';
import type { Settings } from '../src/genenv/settings/settings.ts';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { lessonMoments } from '../src/lessons/lessons.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { glossary, lessons } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { runText } from '../src/text/run.ts';
import { firstMinute, text } from '../src/text/text.ts';
import { expectNoViolation } from './axe.ts';
import {
  DESK,
  importLog,
  PHONE,
  type PlaygroundPage,
  removeWebGpu,
  showLoop,
  SMALL_DESK,
  still,
  tabTo,
  test,
} from './page.ts';
import { readShareQuery } from '../src/ui/address/share-url.ts';
import { speedOption } from '../src/ui/pages/run/transport/transport-actions.ts';

const caption = ({ page }: PlaygroundPage) => page.getByTestId('caption');
const why = lessons.byName['why-half'];
const band = lessons.byName['band-and-groups'];

const told = await storyBeats(example, async (epoch) => exampleEpoch(epoch));
const endOf = (code: Beat['code']) => told.find((beat) => beat.code === code)!.to;
const moments = lessonMoments(viewRun(example).epochs);
const updates = example.filter((event) => event.type === 'agent-updated');
const firstUnsolved = updates.find(({ unsolvedGroups }) => unsolvedGroups >= 12)!;
const lastMixed = updates.findLast(({ mixedGroups }) => mixedGroups >= 14)!;

async function press(page: Page, key: string, times: number) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

test('the story of the first minute has four beats, and can be paused, sped up and skipped', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  const beat = (title: string) =>
    page.getByRole('group', { name: firstMinute.label }).getByRole('button', { name: title });
  const { beats } = firstMinute;

  await test.step('the story plays by itself, and Space pauses it', async () => {
    await expect(caption(playground)).toContainText('Too hard to learn much');
    await page.keyboard.press('Space');
    await expect(playground.run).toBeVisible();
  });

  await test.step("a beat's button shows the end of the beat", async () => {
    await beat(beats['comes-down'].title).click();
    await playground.expectEpoch(endOf('comes-down'));
    await expect(caption(playground)).toContainText('The environment comes down');
    await expect(beat(beats['comes-down'].title)).toHaveAttribute('aria-current', 'step');
    await beat(beats.discovers.title).click();
    await expect(caption(playground)).toContainText('discovers what is right');
  });

  await test.step('at full speed the story reaches its end', async () => {
    await page.getByLabel(text.controls.speed).selectOption(speedOption(Infinity));
    await playground.run.click();
    await expect(caption(playground)).toContainText(firstMinute.over);
    await playground.expectEpoch(80);
  });

  await test.step('the story can be skipped', async () => {
    await beat(beats['too-hard'].title).click();
    await playground.expectEpoch(endOf('too-hard'));
    await playground.button(firstMinute.skip).click();
    await playground.expectEpoch(80);
    await page.getByTestId('replay').getByRole('link', { name: firstMinute.lessons }).click();
    await expect(page.getByRole('heading', { name: lessons.title })).toBeVisible();
  });
});

async function pressCalled(page: Page, name: string, key?: 'Shift+Tab') {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}

test('a lesson works by keyboard alone', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  const found = page.getByTestId('lesson-found');

  await pressCalled(page, text.views.destinations.lessons);
  await pressCalled(page, lessons.beginLesson({ title: why.title }));
  await expect(page.getByRole('heading', { name: why.title })).toBeFocused();
  await playground.expectEpoch(moments['why-half']!);

  await test.step('a step has no finding before it is done', async () => {
    await expect(found).toHaveText('');
    await page.keyboard.press('Home');
    await press(page, 'ArrowRight', firstUnsolved.epoch);
    await expect(found).toContainText(`Epoch ${firstUnsolved.epoch}: ${firstUnsolved.unsolvedGroups} of 16 groups`);
    await expectNoViolation(page, 'a lesson, with what was found', '[data-testid=lesson]');
  });

  await test.step('a term says what it means, by focus and by touch', async () => {
    const term = page.getByTestId('lesson').locator('.term').first();
    const meaning = page.getByRole('tooltip');
    await term.focus();
    await expect(meaning).toContainText(glossary.epoch.meaning);
    await expect(term).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(meaning).toBeHidden();
    await page.locator('h1').click({ trial: true });
    await playground.picture.locator('.term').first().click();
    await expect(meaning).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const mixed = `Epoch ${lastMixed.epoch}: ${lastMixed.mixedGroups} of 16 groups`;
  await test.step('the second step', async () => {
    await pressCalled(page, lessons.bar.next);
    await expect(found).toHaveText('');
    await page.keyboard.press('End');
    await press(page, 'ArrowLeft', 80 - lastMixed.epoch);
    await expect(found).toContainText(mixed);
  });

  await test.step('a wrong guess may be corrected once, and then the answer and all findings are shown', async () => {
    await pressCalled(page, lessons.bar.next);
    const [few, , most] = why.steps.signal.choices!;
    await pressCalled(page, few.says);
    await expect(found).toHaveText(lessons.bar.again);
    await expect(playground.button(few.says)).toContainText('✗');
    await expect(playground.button(few.says)).toHaveAttribute('aria-disabled', 'true');
    await pressCalled(page, most.says);
    await expect(found).toContainText(`${lessons.bar.wrong} ${most.instead}`);
    await expect(found).toContainText(lessons.bar.finished);
    const together = page.getByRole('region', { name: lessons.bar.together });
    await expect(together.getByRole('listitem')).toHaveCount(3);
    await expect(together).toContainText(mixed);
  });

  await test.step('the next lesson uses its own controls on the same recording', async () => {
    await pressCalled(page, lessons.bar.nextLesson({ title: band.title }), 'Shift+Tab');
    await expect(page.getByRole('heading', { name: band.title })).toBeFocused();
    const epoch = moments['band-and-groups']!;
    await playground.expectEpoch(epoch);
    await pressCalled(page, band.steps.guess.choices![0].says);
    await expect(found).toContainText(lessons.bar.right);
    await pressCalled(page, lessons.bar.next, 'Shift+Tab');
    const halfWidth = playground.knobs.getByRole('slider', { name: settingLabels.kMin });
    await tabTo(page, settingLabels.kMin);
    await expect(halfWidth).toBeFocused();
    await page.keyboard.press('Home');
    const scored = exampleEpoch(epoch).find((event) => event.type === 'scored')!;
    const kept = scored.tasks.filter(({ scope: { k, n } }) => 2 * k === n).length;
    await expect(found).toContainText(`Epoch ${epoch}: the band keeps ${kept} of 16 tasks`);
    await expect(page.getByTestId('filter-plot')).toHaveAccessibleName(new RegExp(`${kept} of 16`));
    await expect(page.getByTestId('lesson').getByRole('slider')).toHaveCount(0);
    await expect(playground.knobs.locator('.lit')).toHaveCount(2);
  });

  await test.step('on a phone the knobs of a lesson stand beside its chart', async () => {
    await page.setViewportSize(PHONE);
    await playground.setting('kMin').scrollIntoViewIfNeeded();
    const plot = (await page.getByTestId('filter-plot').boundingBox())!;
    const knob = (await playground.setting('kMin').boundingBox())!;
    expect(knob.y + knob.height - plot.y).toBeLessThan(PHONE.height);
    await page.setViewportSize(DESK);
  });

  await test.step("leaving the lesson moves the focus to the page's controls", async () => {
    await page.getByRole('button', { name: lessons.bar.leave }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('lesson')).toBeHidden();
    await expect(page.locator(':focus')).toHaveText(text.controls.run);
  });
});

test('a class has links, a chart of its results, an embed without bars, and a handout', async ({ open }) => {
  const { page } = await open({ prepare: still, address: '/#class' });

  await test.step('each student has a link with an arm and a seed, and two students share a seed', async () => {
    const section = page.getByTestId('class-links');
    await section.getByLabel(lessons.class.people).fill('4');
    await section.getByText(lessons.class.list({ people: '4' })).click();
    const links = await section
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const read = links.map((link) => readShareQuery(new URL(link).search).settings);
    expect(read.map(({ arm, seed, epochs, preset }) => [arm, seed, epochs, preset])).toEqual([
      ['genenv', 1, 80, 'discovery'],
      ['random', 1, 80, 'discovery'],
      ['genenv', 2, 80, 'discovery'],
      ['random', 2, 80, 'discovery'],
    ]);
  });

  await test.step('small logs become one chart, and bad files are named', async () => {
    const students = ['genenv', 'random'].flatMap((arm) => [1, 2, 3].map((seed) => ({ arm, seed })));
    const logs = await Promise.all(
      students.map((student) => recordRun(tableSettings({ ...student, tasksPerEpoch: 4 } as Partial<Settings>))),
    );
    // One student turned a knob during the run.
    logs[0].splice(2, 0, { type: 'settings-changed', epoch: 1, changes: { alpha: 0.7 } });
    const files = logs.map((log, i) => ({ name: `run-${i}.jsonl`, buffer: Buffer.from(writeEventLog(log)) }));
    const cut = { name: 'cut.jsonl', buffer: files[0].buffer.subarray(0, 500) };
    const notes = { name: 'notes.txt', buffer: Buffer.from('my homework') };
    const picked = [cut, ...files, notes].map((file) => ({ ...file, mimeType: 'application/octet-stream' }));

    const section = page.getByTestId('class-results');
    const choose = section.getByLabel(lessons.classResults.bring.files);
    await choose.setInputFiles(picked);
    await expect(section.getByRole('img').first()).toBeVisible();
    const rows = section.getByTestId('class-groups').locator('tbody tr');
    await expect(rows).toHaveCount(2);
    for (const row of await rows.all()) await expect(row).toContainText(/^.+3.+%.*…/);
    for (const { name } of [cut, notes])
      await expect(section.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
    await section.getByText(lessons.classResults.files({ files: '6' })).click();
    const handedIn = section.getByTestId('class-files').locator('tbody tr');
    await expect(handedIn).toHaveCount(6);
    await expect(section).toContainText(lessons.classResults.changedRuns({ runs: 1 }));
    await expect(handedIn.filter({ hasText: `${settingLabels.alpha} → 0.7` })).toHaveCount(1);
    await expectNoViolation(page, 'class results', '[data-testid=class-results]');

    // A neighbour's run that is handed in twice adds nothing to the chart.
    await choose.setInputFiles({ ...picked[1], name: 'copy.jsonl' });
    await expect(section).toContainText(lessons.classResults.repeated({ file: 'copy.jsonl', as: 'run-0.jsonl' }));
    await expect(rows.first()).toContainText(/^.+3/);
  });

  await test.step('an embed is one frame without bars', async () => {
    const frame = await open({
      address: '/?embed&epoch=74',
      prepare: async (other) => {
        await still(other);
        await other.setViewportSize({ width: 960, height: 600 });
      },
    });
    await expect(frame.picture).toBeInViewport({ ratio: 1 });
    await expect(frame.page.getByTestId('story')).toContainText(runText.story.head({ epoch: '74' }));
    await expect(frame.page.getByRole('navigation')).toHaveCount(0);
    await expect(frame.page.getByRole('link', { name: text.frame.embedded })).toBeVisible();
    expect(await frame.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(600);
    await expectNoViolation(frame.page, 'an embed');
  });

  await test.step('a handout is printed alone, without blank sheets', async () => {
    await page.goto('/#lessons');
    await page.emulateMedia({ media: 'print' });
    // The page has its print layout only while the browser prints.
    await page.evaluate(() => {
      window.print = () =>
        Object.assign(window, { sheet: [document.documentElement.scrollHeight, document.body.innerText] });
    });
    const handout = page.getByRole('button', { name: lessons.handout.printOf({ title: why.title }) });
    await handout.click();
    await expect(handout).toBeVisible();
    const [height, says] = await page.evaluate(() => (window as unknown as { sheet: [number, string] }).sheet);
    expect(height).toBeLessThanOrEqual(1000);
    expect(says).toContain(why.steps.signal.choices![0].says);
    expect(says).not.toContain(lessons.lede);
  });
});

test('on a projector of 1024 pixels no parts of the picture overlap', async ({ open }) => {
  const playground = await open({
    prepare: async (page) => {
      await still(page);
      await page.setViewportSize(SMALL_DESK);
    },
    address: '/#class',
  });
  const { page } = playground;
  await playground.button(lessons.plan.projector).click();
  await playground.view('run');
  await expect(page.getByTestId('story-stage')).toBeVisible();
  await showLoop(page);
  await expect(page.getByTestId('filter-plot')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).zoom)).toBe('1.5');
  await expect(page.locator('#loop .matrix li')).toHaveCount(6);
  const boxes = [playground.picture, page.locator('.curves'), page.getByTestId('story')].map((part) =>
    part.boundingBox(),
  );
  const parts = (await Promise.all(boxes)).map((box) => box!).sort((one, other) => one.y - other.y);
  for (const [i, part] of parts.slice(1).entries()) expect(part.y).toBeGreaterThanOrEqual(parts[i].y + parts[i].height);

  await playground.view('lessons');
  await playground.button(lessons.beginLesson({ title: band.title })).click();
  for (const { says } of band.steps.guess.choices!) await expect(playground.button(says)).toBeVisible();
  await playground.button(lessons.bar.leave).click();
  await importLog(playground, await recordRun(tableSettings()));
  await playground.view('run');
  await expect(playground.button(text.replay.watch)).toBeVisible();
  await playground.button(text.controls.leaveProjector).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-projector');
});
