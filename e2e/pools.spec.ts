/** @file The Pools page filters, sorts, searches and saves an imported run's entries, and shows an entry's epoch. */
import { expect } from '@playwright/test';
import type { RunEvent } from '../src/genenv/log/events.ts';
import { memoryPools } from '../src/genenv/testing/memory-pools.ts';
import type { TrainPoolEntry } from '../src/store/pool-contract.ts';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { poolsText } from '../src/text/later.ts';
import { runText } from '../src/text/run.ts';
import { importLog, saved, still, test } from './page.ts';

const words = poolsText;
const EPOCHS = 4;
const PAGE_SIZE = 25;

test('pools are browsed, filtered and saved, and an entry opens its epoch', async ({ open }) => {
  const events: RunEvent[] = await recordRun(tableSettings({ epochs: EPOCHS, tasksPerEpoch: 12, evalEvery: EPOCHS }));
  const attempts = memoryPools(events).train.entries;
  const playground = await open({ prepare: still });
  const { page } = playground;
  await importLog(playground, events);

  await playground.view('pools');
  const panel = playground.part('pools');
  const table = panel.getByRole('table');
  const rows = table.locator('tbody tr');
  const status = panel.getByTestId('pool-count');
  const counted = (matching: number) =>
    words.count.train({ same: matching === attempts.length, matching, all: attempts.length });
  await expect(status).toHaveText(counted(attempts.length));
  await expect(rows).toHaveCount(Math.min(PAGE_SIZE, attempts.length));
  await expect(rows.first()).toContainText(attempts.at(-1)!.text);

  await panel.getByRole('button', { name: words.page.last }).press('Enter');
  await expect(rows.last()).toContainText(attempts[0].text);
  await panel.getByRole('button', { name: words.page.first }).press('Enter');
  await expect(rows.first()).toContainText(attempts.at(-1)!.text);

  const second = attempts.filter(({ epoch }) => epoch === 2);
  const other = attempts.filter(({ epoch }) => epoch !== 2);
  expect(second.length * other.length).toBeGreaterThan(0);
  for (const end of [words.filters.from, words.filters.to])
    await panel.getByLabel(end({ field: words.column.epoch })).fill('2');
  await expect(status).toHaveText(counted(second.length));
  await table.getByRole('columnheader', { name: words.column.epoch }).getByRole('button').click();
  await expect(rows).toHaveCount(Math.min(PAGE_SIZE, second.length));
  await expect(rows.first()).toContainText(second[0].text);

  const entries = async (name: string) => {
    const lines = (await saved(page, panel.getByRole('button', { name }))).toString().trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as TrainPoolEntry);
  };
  expect(await entries(words.export.matching)).toMatchObject(second);
  expect(await entries(words.export.all)).toMatchObject(attempts);

  await rows.first().getByRole('button', { name: second[0].text }).click();
  await expect(panel.getByRole('article')).toContainText(second[0].traces[0].turns[0]);

  await panel.getByLabel(words.filters.text).fill('no such task');
  await expect(panel).toContainText(words.noMatch);
  await panel.getByRole('button', { name: words.filters.clear }).click();
  await expect(status).toHaveText(counted(attempts.length));

  const pairs = events.flatMap((event) => (event.type === 'pools-updated' ? event.environment : []));
  const pool = panel.getByLabel(words.choose.pool, { exact: true });
  await pool.selectOption(words.pool.environment);
  await expect(status).toHaveText(words.count.environment({ same: true, matching: pairs.length, all: pairs.length }));
  await pool.selectOption(words.pool.train);

  await rows
    .first()
    .getByRole('button', { name: words.openEpoch({ epoch: '1' }) })
    .click();
  await expect(page.getByTestId('epoch-shown')).toHaveText(runText.loop.epoch({ epoch: '1' }));
  await playground.expectEpoch(1, EPOCHS);
});
