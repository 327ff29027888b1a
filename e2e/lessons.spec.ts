/** @file Lessons work by keyboard alone; a teacher's links, class results, handouts and projector work. */
import { expect, type Page } from '@playwright/test';
import { viewRun } from '../src/analysis/run-view.ts';
import { type Beat, storyBeats } from '../src/analysis/story-beats.ts';
import { example, exampleEpoch } from '../src/analysis/testing/example-run.ts';
import { coevolveInMemory } from '../src/genenv/testing/memory-pools.ts';
import { families, openTables, recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { collect } from '../src/genenv/testing/table-loop.ts';
import { lessonMoments } from '../src/lessons/lessons.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { glossary, lessons } from '../src/text/later.ts';
import { settingLabels } from '../src/text/names.ts';
import { runText } from '../src/text/run.ts';
import { firstMinute, text } from '../src/text/text.ts';
import { expectNoViolation } from './axe.ts';
import { importFile, type PlaygroundPage, removeWebGpu, showLoop, tabTo, test } from './page.ts';
import { readShareQuery } from '../src/ui/address/share-url.ts';
import { speedOption } from '../src/ui/pages/run/transport/transport-actions.ts';

const position = ({ page }: PlaygroundPage) => page.getByTestId('position');
const caption = ({ page }: PlaygroundPage) => page.getByTestId('caption');
const at = (epoch: number) => text.controls.position({ epoch: String(epoch), epochs: '80' });
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

test('the first minute: four beats, paused by the one transport, sped up, skipped', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  const beat = (title: string) =>
    page.getByRole('group', { name: firstMinute.label }).getByRole('button', { name: title });
  const { beats } = firstMinute;

  await test.step('it plays by itself, and Space pauses it', async () => {
    await expect(caption(playground)).toContainText('Too hard to learn much');
    await page.keyboard.press('Space');
    await expect(playground.run).toBeVisible();
  });

  await test.step('each beat shows what came of it', async () => {
    await beat(beats['comes-down'].title).click();
    await expect(position(playground)).toHaveText(at(endOf('comes-down')));
    await expect(caption(playground)).toContainText('The environment comes down');
    await expect(beat(beats['comes-down'].title)).toHaveAttribute('aria-current', 'step');
    await beat(beats.discovers.title).click();
    await expect(caption(playground)).toContainText('discovers what is right');
  });

  await test.step('at full speed it comes to its end', async () => {
    await page.getByLabel(text.controls.speed).selectOption(speedOption(Infinity));
    await playground.run.click();
    await expect(caption(playground)).toContainText(firstMinute.over);
    await expect(position(playground)).toHaveText(at(80));
  });

  await test.step('and it can be skipped', async () => {
    await beat(beats['too-hard'].title).click();
    await expect(position(playground)).toHaveText(at(endOf('too-hard')));
    await playground.button(firstMinute.skip).click();
    await expect(position(playground)).toHaveText(at(80));
    await page.getByTestId('replay').getByRole('link', { name: firstMinute.lessons }).click();
    await expect(page.getByRole('heading', { name: lessons.title })).toBeVisible();
  });
});

test('where motion is not welcome, the story waits', async ({ open }) => {
  const playground = await open({
    prepare: async (page) => {
      await removeWebGpu(page);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
  });
  await expect(caption(playground)).toContainText(text.frame.lede);
  await expect(playground.run).toBeVisible();
  await expect(position(playground)).toHaveText(at(1));
});

async function pressCalled(page: Page, name: string, key?: 'Shift+Tab') {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}

test('a lesson by keyboard alone', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  const found = page.getByTestId('lesson-found');

  await pressCalled(page, text.views.destinations.lessons);
  await pressCalled(page, lessons.beginLesson({ title: why.title }));
  await expect(page.getByRole('heading', { name: why.title })).toBeFocused();
  await expect(position(playground)).toHaveText(at(moments['why-half']!));

  await test.step('nothing is found before it is done', async () => {
    await expect(found).toHaveText('');
    await page.keyboard.press('Home');
    await press(page, 'ArrowRight', firstUnsolved.epoch);
    await expect(found).toContainText(`Epoch ${firstUnsolved.epoch}: ${firstUnsolved.unsolvedGroups} of 16 groups`);
  });

  const mixed = `Epoch ${lastMixed.epoch}: ${lastMixed.mixedGroups} of 16 groups`;
  await test.step('the second step', async () => {
    await pressCalled(page, lessons.bar.next);
    await expect(found).toHaveText('');
    await page.keyboard.press('End');
    await press(page, 'ArrowLeft', 80 - lastMixed.epoch);
    await expect(found).toContainText(mixed);
  });

  await test.step('a wrong guess is marked and tried again; then it is answered with what happens, and the findings stand together', async () => {
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

  await test.step('the next lesson turns its own controls, on the same recording', async () => {
    await pressCalled(page, lessons.bar.nextLesson({ title: band.title }), 'Shift+Tab');
    await expect(page.getByRole('heading', { name: band.title })).toBeFocused();
    const epoch = moments['band-and-groups']!;
    await expect(position(playground)).toHaveText(at(epoch));
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
  });

  await test.step('and the way out', async () => {
    await page.getByRole('button', { name: lessons.bar.leave }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('lesson')).toBeHidden();
    await expect(page.locator(':focus')).toHaveText(text.controls.run);
  });
});

test('a term says what it means, by focus and by touch', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu, address: '/?lesson=why-half' });
  const { page } = playground;
  const term = page.getByTestId('lesson').locator('.term').first();
  const meaning = page.getByRole('tooltip');
  await term.focus();
  await expect(meaning).toContainText(glossary.epoch.meaning);
  await expect(term).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  await page.locator('h1').click({ trial: true });
  await page.getByRole('group', { name: runText.circuit.label, exact: true }).locator('.term').first().click();
  await expect(meaning).toBeVisible();
});

test('a teacher makes an embed, and it is one frame without bars', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu, address: '/#class' });
  const { page } = playground;
  await page.getByLabel(lessons.link.what).selectOption(lessons.link.recorded);
  await page.getByLabel(lessons.link.epoch).fill('74');
  const address = await page.getByLabel(lessons.link.address, { exact: true }).inputValue();
  await expect(page.getByLabel(lessons.link.code, { exact: true })).toHaveValue(/<iframe src="[^"]+embed/);

  const frame = await open({
    address,
    prepare: async (other) => {
      await removeWebGpu(other);
      await other.setViewportSize({ width: 960, height: 600 });
    },
  });
  await expect(frame.page.getByRole('group', { name: runText.circuit.label, exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(frame.page.getByTestId('story')).toContainText(runText.story.head({ epoch: '74' }));
  await expect(frame.page.getByRole('navigation')).toHaveCount(0);
  await expect(frame.page.getByRole('link', { name: text.frame.embedded })).toBeVisible();
  expect(await frame.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(600);
});

test('class results: thirty small logs become one chart, and bad files are named', async ({ open }) => {
  const { tokenizer, players } = await openTables();
  const logOf = async (seed: number, arm: 'genenv' | 'random') => {
    const settings = tableSettings({ seed, arm, tasksPerEpoch: 4 });
    const events = await collect(coevolveInMemory(settings, players(), { families, tokenizer }));
    // One student turned a knob during the run.
    if (seed === 15 && arm === 'random')
      events.splice(2, 0, { type: 'settings-changed', epoch: 1, changes: { alpha: 0.7 } });
    return writeEventLog(events);
  };
  const files: { name: string; text: Uint8Array }[] = [];
  for (let seed = 1; seed <= 15; seed++)
    for (const arm of ['genenv', 'random'] as const)
      files.push({ name: `${arm}-${seed}.jsonl`, text: await logOf(seed, arm) });
  const cut = { name: 'cut.jsonl', text: files[0].text.slice(0, 500) };
  const notes = { name: 'notes.txt', text: new TextEncoder().encode('my homework') };
  const picked = [cut, ...files, notes].map(({ name, text }) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(text),
  }));

  const { page } = await open({ prepare: removeWebGpu, address: '/#class' });
  const section = page.getByTestId('class-results');
  const choose = section.getByLabel(lessons.classResults.bring.files);
  await choose.setInputFiles(picked);
  await expect(section.getByRole('img').first()).toBeVisible();
  const rows = section.getByTestId('class-groups').locator('tbody tr');
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await expect(row).toContainText(/^.+15.+%.*…/);
  for (const { name } of [cut, notes])
    await expect(section.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  await section.getByText(lessons.classResults.files({ files: '30' })).click();
  const handedIn = section.getByTestId('class-files').locator('tbody tr');
  await expect(handedIn).toHaveCount(30);
  await expect(section).toContainText(lessons.classResults.changedRuns({ runs: 1 }));
  await expect(handedIn.filter({ hasText: `${settingLabels.alpha} → 0.7` })).toHaveCount(1);
  await expectNoViolation(page, 'class results');

  // A neighbour's run that is handed in twice adds nothing to the chart.
  await choose.setInputFiles({ ...picked[1], name: 'copy.jsonl' });
  await expect(section).toContainText(lessons.classResults.repeated({ file: 'copy.jsonl', as: 'genenv-1.jsonl' }));
  await expect(rows.first()).toContainText(/^.+15/);
});

test('a class has a link for each person: an arm, and a seed that two share', async ({ open }) => {
  const { page } = await open({ prepare: removeWebGpu, address: '/#class' });
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

test('a handout is printed alone: nothing that is hidden makes sheets of its own', async ({ open }) => {
  const { page } = await open({ prepare: removeWebGpu, address: '/#lessons' });
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

test('on a projector of 1024 pixels no part of the picture lies over another', async ({ open }) => {
  const playground = await open({
    prepare: async (page) => {
      await removeWebGpu(page);
      await page.setViewportSize({ width: 1024, height: 768 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
    address: '/#class',
  });
  const { page } = playground;
  await playground.button(lessons.plan.projector).click();
  await playground.view('run');
  await expect(page.getByTestId('story-stage')).toBeVisible();
  await expectNoViolation(page, 'the story on a projector');
  await showLoop(page);
  const boxes = async () => {
    const parts = [page.getByRole('group', { name: runText.circuit.label, exact: true }), page.locator('.curves')];
    return Promise.all([...parts, page.getByTestId('story')].map((part) => part.boundingBox()));
  };
  await expect(page.getByTestId('filter-plot')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).zoom)).toBe('1.5');
  await expect(page.locator('#loop .matrix li')).toHaveCount(6);
  await expectNoViolation(page, 'the loop on a projector');
  const parts = (await boxes()).map((box) => box!).sort((one, other) => one.y - other.y);
  for (const [i, part] of parts.slice(1).entries()) expect(part.y).toBeGreaterThanOrEqual(parts[i].y + parts[i].height);

  await playground.view('lessons');
  await playground.button(lessons.beginLesson({ title: band.title })).click();
  for (const { says } of band.steps.guess.choices!) await expect(playground.button(says)).toBeVisible();
  await playground.button(lessons.bar.leave).click();
  await importFile(playground, 'run.jsonl', Buffer.from(writeEventLog(await recordRun(tableSettings()))));
  await playground.view('run');
  await expect(playground.button(text.replay.watch)).toBeVisible();
  await playground.button(text.controls.leaveProjector).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-projector');
});
