import { render } from 'svelte/server';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_NAMES, TEMPLATES } from '../../../tasks/worlds/templates.ts';
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { PageStore } from '../../state/page-store.svelte.ts';
import { tableCoordinator } from '../../testing/table-coordinator.ts';
import Worlds from './Worlds.svelte';
import { WorldsPage } from './worlds-page.svelte.ts';

let page: WorldsPage;
const html = () =>
  render(Worlds, {
    props: { page, store },
  }).body.replaceAll(/<!--.*?-->/g, '');

let store: PageStore;
beforeAll(async () => {
  await loadErrorSentences();
  store = new PageStore(await tableCoordinator());
});
beforeEach(() => {
  page = new WorldsPage();
});

it.each(TEMPLATE_NAMES)('holds the template %s as it is, and shows tasks of each level with their answers', (name) => {
  page.use(TEMPLATES[name]);
  expect(page.check.world).toEqual(TEMPLATES[name]);
  const levels = new Set(page.examples.map(({ level }) => level));
  expect(levels.size).toBe(TEMPLATES[name].levels.length);
  const { prompt, answer } = page.examples[0];
  for (const shown of [prompt, answer]) expect(html()).toContain(shown);
});

it('says what is missing, in place of the tasks', () => {
  page.draft.things = 'egg egg';
  page.draft.levels[0].steps = 0;
  expect(page.examples).toEqual([]);
  expect(html()).toContain('“things”, number 2: “egg” is there twice; take one away.');
  expect(html()).toContain('“levels”, number 1: Too small: expected number to be >=1.');
});

it('shows names that are HTML as text', () => {
  page.draft.things += ' <img/src=x/onerror=alert(1)>';
  expect(page.check.problems).toEqual([]);
  expect(html()).not.toContain('<img');
});

it('opens a file, or says what is wrong with it and keeps what was there', async () => {
  await page.open(new File([JSON.stringify(TEMPLATES.rules)], 'rules.json'));
  expect(page.draft.name).toBe('Laundry');
  await page.open(new File(['{'], 'broken.json'));
  expect(page.problem?.cause).toMatch(/^broken\.json: The world: the text is no JSON/);
  expect(page.draft.name).toBe('Laundry');
});
