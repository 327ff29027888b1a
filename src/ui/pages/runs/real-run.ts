/** @file Opens the bundled run of a real checkpoint (docs/models.md). It is stored once and later opened from the store. */
import { fetched } from '../../state/example.ts';
import type { PageStore } from '../../state/page-store.svelte.ts';

/** A file as `genenv export` makes it. */
export const REAL_FILE = 'real-checkpoint-run.zip';
/** When the run in it was made: a copy of it is known by that, under whatever name. */
export const REAL_CREATED_AT = 1795658444297.293;

/** Shows the run as it ended; false where nothing is shown. */
export async function openReal(page: PageStore): Promise<boolean> {
  const stored = page.runs.find(({ createdAt }) => createdAt === REAL_CREATED_AT);
  if (!stored) return page.importFiles([{ path: REAL_FILE, file: await (await fetched(REAL_FILE)).blob() }], REAL_FILE);
  await page.openRun(stored.id);
  return true;
}
