import { render } from 'svelte/server';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { MOST_BYTES } from '../../../tasks/given/check-tasks.ts';
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { PageStore } from '../../state/page-store.svelte.ts';
import { tableCoordinator } from '../../testing/table-coordinator.ts';
import OwnTasks from './OwnTasks.svelte';
import { OwnTasksPage } from './own-tasks-page.svelte.ts';

let page: OwnTasksPage;
const html = () =>
  render(OwnTasks, {
    props: { page, store },
  }).body.replaceAll(/<!--.*?-->/g, '');
const rows = (count: number, row: (i: number) => object) =>
  Array.from({ length: count }, (_, i) => JSON.stringify(row(i))).join('\n');

let store: PageStore;
beforeAll(async () => {
  await loadErrorSentences();
  store = new PageStore(await tableCoordinator());
});
beforeEach(() => {
  page = new OwnTasksPage();
});

it('begins with an example, and shows what both models will read', () => {
  expect(page.check.set?.given.length).toBe(36);
  const [{ prompt, answer, context, written }] = page.examples;
  expect(prompt).toMatch(/^<tasks-\w+> turn \w \w <sep>$/);
  expect(written).toMatch(new RegExp(`<sep> ${answer}$`));
  expect(context).toMatch(/<b2> turn \w$/);
  for (const { counts } of [page.places!]) expect(counts.flat().reduce((sum, count) => sum + count)).toBe(36);
});

it('opens files longer than the text area, refuses too large files, and shows HTML as text', async () => {
  await page.open({
    path: 'many.jsonl',
    file: new Blob([rows(3000, (i) => ({ prompt: `<img src=x>${i}`, answer: `${i}` }))]),
  });
  expect([page.check.set?.name, page.check.set?.given.length, page.isCut]).toEqual(['many', 3000, true]);
  expect(html()).not.toContain('<img');
  await page.open({ path: 'big.csv', file: new Blob([' '.repeat(MOST_BYTES + 1)]) });
  expect(page.problem?.cause).toMatch(/^big\.csv: The tasks: the file has more than/);
  expect(page.check.set?.given.length).toBe(3000);
  page.write('prompt,answer\n');
  expect(page.check.problems.map(({ code }) => code)).toEqual(['too-few-tasks']);
});

it('names the encoding and the columns that it chose for a file, and lets the user choose others', async () => {
  const rows = ['id;question;solution', ...['café', 'thé', 'pâte', 'blé'].map((word, i) => `${i};${word};${i} x`)];
  await page.open({
    path: 'mots.csv',
    file: new Blob([Uint8Array.from(rows.join('\n'), (letter) => letter.charCodeAt(0))]),
  });
  expect(page.check.set?.given.map(({ prompt, answer }) => [prompt, answer])).toContainEqual(['thé', '1 x']);
  for (const told of ['windows-1252', '“question”', '“solution”', '“id”']) expect(html()).toContain(told);
  page.columns.answer = 'id';
  expect(page.check.set?.given.map(({ answer }) => answer)).toEqual(['0', '1', '2', '3']);
});
