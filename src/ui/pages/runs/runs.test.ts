import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { PageStore } from '../../state/page-store.svelte.ts';
import { tableCoordinator } from '../../testing/table-coordinator.ts';
import { openReal, REAL_CREATED_AT, REAL_FILE } from './Runs.svelte';

it('imports the run of a real checkpoint once, and later opens the stored run even if it was renamed', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('document', { baseURI: 'http://localhost/' });
  const file = await readFile(new URL(`../../../../public/${REAL_FILE}`, import.meta.url));
  const fetching = vi.fn(() => Promise.resolve(new Response(file)));
  vi.stubGlobal('fetch', fetching);
  const page = new PageStore(await tableCoordinator());
  await page.start();
  const copies = () => page.runs.filter(({ createdAt }) => createdAt === REAL_CREATED_AT);

  expect(await openReal(page)).toBe(true);
  const [stored] = copies();
  expect([page.problem, stored.epochs, page.runId]).toEqual([undefined, 5, stored.id]);
  await page.coordinator.runs.rename(stored.id, 'another name');
  await page.library.refresh();

  expect(await openReal(page)).toBe(true);
  expect(copies().map(({ id, name }) => [id, name])).toEqual([[stored.id, 'another name']]);
  expect([page.runId, page.replay?.epoch]).toEqual([stored.id, 5]);
  expect(fetching).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
