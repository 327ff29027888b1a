import { expect, it } from 'vitest';
import { TEMPLATE_NAMES, TEMPLATES } from '../../../tasks/worlds/templates.ts';
import { WorldsPage } from './worlds-page.svelte.ts';

it.each(TEMPLATE_NAMES)('keeps the template %s unchanged, and shows tasks of each level with answers', (name) => {
  const page = new WorldsPage();
  page.use(TEMPLATES[name]);
  expect(page.check.world).toEqual(TEMPLATES[name]);
  expect(new Set(page.examples.map(({ level }) => level)).size).toBe(TEMPLATES[name].levels.length);
  for (const { prompt, answer } of page.examples) expect([prompt, answer]).not.toContain('');
  page.draft.levels[0].steps = 0;
  expect(page.examples).toEqual([]);
});
