/** @file The user plans, trains, prepares, exports and deletes their own model, from disk or from a local hub. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { preview } from 'vite';
import { writeDiskFolder } from '../src/lm/testing/write-disk-folder.ts';
import { HubServer } from '../src/store/models/testing/hub-server.ts';
import { tinyFolder } from '../src/lm/testing/tiny-folder.ts';
import {
  jobsText,
  modelExport as exporting,
  modelsText as words,
  ownTasksText,
  runsText,
  worldsText,
} from '../src/text/later.ts';
import { HUB_CODE, PHONE, presetAddress, SMALL_DESK, smallRun, still, test } from './page.ts';

const NAME = 'stored:tiny-qwen3';
const MINUTE = 60_000;
const lora = smallRun({ training: 'lora' });

test('a folder with bf16 shards is planned, co-evolved with LoRA, exported and deleted', async ({ open }, info) => {
  // This test makes a run and two exports, and reloads the page.
  test.slow();
  const folder = info.outputPath('tiny-qwen3');
  await writeDiskFolder(folder, tinyFolder());
  const playground = await open({ address: lora });
  const { page } = playground;
  await playground.ready();
  await playground.view('models');
  await page.getByLabel(words.folder.folder).setInputFiles(folder);
  await expect(page.getByTestId('models-news')).toHaveText(words.added({ name: NAME }));
  const row = page.getByRole('table', { name: words.stored }).getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText('BF16');

  const one = page.getByTestId('one-model');
  await expect(one.getByRole('combobox')).toHaveValue(NAME);
  await one.getByRole('button', { name: words.plan.show }).click();
  const plan = page.getByTestId('model-plan');
  await expect(plan).toContainText('The run needs up to');
  await expect(plan.getByText('adapters', { exact: true })).toBeVisible();

  const roles = page.getByTestId('model-roles');
  for (const role of ['agentModel', 'environmentModel'] as const) {
    await roles.getByLabel(words.roles[role], { exact: true }).selectOption(NAME);
    await expect(roles).toContainText(words.chosen({ name: NAME, role: words.roles[role] }));
  }
  await expect(roles).toContainText(words.unprepared({ name: NAME }));
  await playground.button(words.begin).click();
  await playground.pauseBegun();
  await playground.stepEpoch();
  expect(await playground.values('success')).toHaveLength(await playground.epochs());

  await test.step('the trained model is exported, and so is the folder itself', async () => {
    await playground.view('runs');
    await page.locator('tr.current').getByRole('button', { name: runsText.model.open }).click();
    await playground.button(exporting.start).click();
    await expect(page.getByTestId('model-export-state')).toContainText('Exported: ');
    const saving = page.waitForEvent('download');
    await playground.button(exporting.download).click();
    expect((await saving).suggestedFilename()).toMatch(/-agent-safetensors-f32\.zip$/);
    await playground.button(exporting.close).click();

    await playground.view('models');
    await one.getByRole('button', { name: words.export.show }).click();
    await one.getByRole('button', { name: exporting.start }).last().click();
    await expect(page.getByTestId('model-export-state')).toContainText('Exported: ');
  });

  // Stored models survive a reload, and the page reopens at the same part.
  await page.reload();
  await expect(row).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await one.getByRole('button', { name: words.remove }).click();
  await expect(page.getByTestId('models-news')).toHaveText(words.removed({ name: NAME }));
  await expect(row).toHaveCount(0);
});

test('a GGUF file is stored, described and planned, and a damaged one is refused', async ({ open }) => {
  const { page, requests } = await open({ address: `${lora}#models`, prepare: still });
  const parser = () => requests.filter((url) => /\/assets\/gguf-header-/.test(url)).length;
  expect(parser()).toBe(0);
  const file = await readFile('src/lm/fixtures/gguf/types.gguf');
  const pick = (name: string, buffer: Buffer) =>
    page.getByLabel(words.folder.file).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await pick('cut.gguf', file.subarray(0, 100_000));
  await expect(page.getByText('but the file has only 100000: it is cut off')).toBeVisible();
  await pick('tiny.Q4_K.gguf', file);
  await expect(page.getByTestId('models-news')).toHaveText(words.added({ name: 'stored:tiny.Q4_K' }));
  expect(parser()).toBe(1);
  const row = page.getByRole('table', { name: words.stored }).getByRole('row').filter({ hasText: 'stored:tiny.Q4_K' });
  for (const shown of ['llama, 1 layers of 256', 'Q4_K', 'mit', 'file “tiny.Q4_K.gguf”'])
    await expect(row).toContainText(shown);
  const show = page.getByTestId('one-model').getByRole('button', { name: words.plan.show });
  const plan = page.getByTestId('model-plan');
  for (const size of [SMALL_DESK, PHONE]) {
    await page.setViewportSize(size);
    await show.click();
    await expect(plan.getByText('adapters', { exact: true })).toBeVisible();
    const { x, width } = (await plan.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(size.width);
    await show.click();
  }
});

test('a stored checkpoint is prepared, and a pair is made of ten pasted lines, in this tab', async ({ open }) => {
  test.slow();
  const playground = await open({ address: '/#models' });
  const { page } = playground;
  await page.getByLabel(words.folder.folder).setInputFiles('models/english');
  await expect(page.getByTestId('models-news')).toHaveText(words.added({ name: 'stored:english' }));
  await page.getByTestId('one-model').getByRole('button', { name: words.prepare.show }).click();
  const part = page.getByRole('region', { name: words.prepare.of({ name: 'stored:english' }) });
  const start = part.getByRole('button', { name: words.prepare.start });

  await part.getByLabel(words.prepare.role).selectOption('environment');
  await part.getByLabel(words.prepare.family).selectOption('additions');
  await start.click();
  await expect(part.getByTestId('pair-progress')).toContainText('loss', { timeout: MINUTE });
  await expect(part).toContainText(worldsText.valid({ percent: '0%' }));
  await part.getByRole('button', { name: jobsText.cancel }).click();
  await expect(part.getByTestId('prepare-stopped')).toBeVisible({ timeout: MINUTE });

  // The model was trained for this family, so its first measurement passes.
  await part.getByLabel(words.prepare.family).selectOption('english-calls');
  await start.click();
  const made = 'stored:english-english-calls-environment';
  await expect(part.getByTestId('prepared')).toHaveText(words.prepare.made({ name: made }), { timeout: MINUTE });
  const roles = page.getByTestId('model-roles');
  await roles.getByLabel(words.roles.environmentModel, { exact: true }).selectOption(made);
  await expect(roles).toContainText(words.chosen({ name: made, role: words.roles.environmentModel }));
  await expect(roles).not.toContainText(words.unprepared({ name: made }));

  await test.step('a broken line is named, and the others are shown as the models read them', async () => {
    const own = page.getByRole('region', { name: ownTasksText.title });
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', '苹果', 'תפוח', '<b>x</b>'];
    const lines = names.map((name) => JSON.stringify({ prompt: `${name} twice`, answer: `${name} ${name}` }));
    const field = own.getByLabel(ownTasksText.text);
    await field.fill([...lines, '{"prompt": "h twice",'].join('\n'));
    await expect(page.getByTestId('tasks-problems')).toContainText('Line 11: the line is not JSON');
    await field.fill(lines.join('\n'));
    const read = page.getByTestId('tasks-read');
    await expect(read).toContainText('twice <sep>');
    await expect(own.locator('b')).toHaveCount(0);
    await own.getByRole('button', { name: worldsText.make }).click();
    await expect(own.getByTestId('pair-progress')).toContainText(/step [1-9]/);
    await own.getByRole('button', { name: jobsText.cancel }).click();
    await expect(own.getByTestId('pair-stopped')).toBeVisible();
  });
});

test('a link with a model path outside models/ requests nothing there', async ({ open }) => {
  const { page, requests } = await open({ address: '/#models', failsOnPurpose: true });
  const follow = (agentModel: string) => page.goto(presetAddress('quick', { agentModel }));
  for (const name of ['../../secret', 'a/../../../secret', '/secret', '%2e%2e/secret']) {
    await follow(name);
    await expect(page.getByText(`“${name}” does not name a model of this page`)).toBeVisible();
  }
  await follow('not-there');
  // `requests` also has the requests of workers.
  const paths = () => requests.map((url) => new URL(url).pathname);
  await expect.poll(paths).toContain('/models/not-there/files.json');
  expect(paths().filter((path) => path.includes('secret'))).toEqual([]);
});

/** Serves the page as if it was built with GENENV_HUB. */
async function withHub(page: Page, address: string, hub: string) {
  const policy = 'connect-src &#39;self&#39;';
  await page.route(address, async (route) => {
    const html = await (await route.fetch()).text();
    expect(html).toContain(policy);
    const body = html.replace(policy, `${policy} ${hub}`).replace('<head>', `<head><meta name="hub" content="${hub}">`);
    await route.fulfill({ body, contentType: 'text/html' });
  });
}

test('a hub is not asked until the user allows it, and a broken download continues', async ({ open }) => {
  const hub = await HubServer.start('owner/tiny', tinyFolder());
  const host = await preview({ configFile: false, appType: 'mpa', preview: { port: 0 }, logLevel: 'silent' });
  const address = host.resolvedUrls!.local[0];
  try {
    const playground = await open({
      address: `${address}#models`,
      failsOnPurpose: true,
      prepare: (page) => withHub(page, address, hub.endpoint),
    });
    const { page, requests } = playground;
    // Small files are fetched first, so the largest is the last.
    const [largest] = [...hub.files].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
    await expect(page.getByLabel(words.hub.repository)).toBeDisabled();
    await page.getByLabel(words.hub.allow({ address: hub.endpoint })).check();
    expect(hub.requests).toEqual([]);
    await page.getByLabel(words.hub.repository).fill('owner/tiny');
    // The connection breaks after the shards' headers are read.
    hub.faults.set(largest, { drop: 'download' });
    await playground.button(words.hub.download).click();
    await expect(page.getByRole('alert')).toContainText('what has arrived is kept');
    hub.faults.clear();
    hub.requests.length = 0;
    await playground.button(words.of({ action: words.resume, name: 'hf:owner/tiny' })).click();
    await expect(page.getByTestId('models-news')).toHaveText(words.added({ name: 'hf:owner/tiny' }));
    expect(hub.requests).toEqual([expect.stringMatching(new RegExp(`^${largest} \\d+-$`))]);
    expect(requests.filter((url) => HUB_CODE.test(url))).not.toEqual([]);
  } finally {
    await host.close();
    await hub.stop();
  }
});
