import { render } from 'svelte/server';
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobStarter } from '../../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import { modelJobs } from '../../../../workers/jobs/models.ts';
import { ModelFileError } from '../../../lm/files/model-file-error.ts';
import { defaultSettings } from '../../../genenv/settings/settings.ts';
import { ModelStore } from '../../../store/models/model-store.ts';
import { HubServer } from '../../../store/models/testing/hub-server.ts';
import { memoryFolder } from '../../../store/models/testing/memory-folder.ts';
import { ProcessRunLocks } from '../../../store/testing/process-run-locks.ts';
import { modelsText as words } from '../../../text/later.ts';
import { PageStore } from '../../state/page-store.svelte.ts';
import { tableCoordinator } from '../../testing/table-coordinator.ts';
import { jobsHere } from '../../testing/jobs-here.ts';
import Models from './Models.svelte';
import { ModelsPage } from '../../state/models-page.svelte.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const FILES = new Map([
  ['config.json', bytes('{}')],
  ['README.md', bytes('---\nlicense: mit\n---')],
  ['model.safetensors', new Uint8Array(2048)],
]);
const picked = (files = FILES) => [...files].map(([path, content]) => ({ path, file: new Blob([content]) }));

/** A busy machine takes longer than the default second. */
const PATIENT = { timeout: 60_000 };
let page: ModelsPage;
let jobs: JobStarter<Jobs<'models'>>;
let hub: HubServer;
const persist = vi.fn(async () => true);
let store: PageStore;
const html = (settings = defaultSettings) => {
  store.chosen.begin(settings);
  const props = { models: page, page: store, onshow: () => {} };
  return render(Models, { props }).body.replaceAll(/<!--.*?-->/g, '');
};

beforeAll(async () => {
  await loadErrorSentences();
  store = new PageStore(await tableCoordinator());
});
beforeEach(async () => {
  hub = await HubServer.start('owner/tiny', FILES);
  const folder = new ModelStore({
    root: memoryFolder(),
    locks: new ProcessRunLocks(),
    async inspect(files) {
      if ((await files.size('model.safetensors')) === 1)
        throw new ModelFileError('malformed', 'model.safetensors', 'it is cut off');
      return {
        architecture: 'qwen3',
        parameters: 1500,
        precisions: ['BF16'],
        layers: 2,
        hiddenSize: 32,
        graph: null,
        vocabulary: 9,
      };
    },
    room: async () => null,
    now: () => 0,
  });
  const shipped = [
    { name: 'discovery-agent', parameters: 22816, vocabulary: 34, families: ['household'], bytes: 92_000 },
  ];
  jobs = jobsHere(modelJobs({ store: async () => folder, shipped: async () => shipped }));
  page = new ModelsPage(jobs, hub.endpoint, persist);
  await page.begin();
});
afterEach(() => hub.stop());

it('lists what is shipped, and shows who plays with it', () => {
  expect(html()).toContain('22.8K');
  const selected = (settings?: typeof defaultSettings) =>
    [...html(settings).matchAll(/<option[^>]* selected[^>]*>([^<]+)</g)].map(([, name]) => name);
  expect(selected()[0]).toBe('discovery-agent');
  // A deleted model still appears in the list.
  expect(selected({ ...defaultSettings, agentModel: 'other' })[0]).toBe('other');
  expect(html()).toContain(words.none);
});

it('stores a picked folder, with its licence, size and source, and deletes it', async () => {
  await page.addFolder(picked(), 'tiny');
  expect(persist).toHaveBeenCalled();
  expect(page.news).toBe(words.added({ name: 'stored:tiny' }));
  for (const shown of ['stored:tiny', 'qwen3, 2 layers of 32', '1.5K', 'BF16', '2.07 kB', 'mit', 'folder “tiny”'])
    expect(html()).toContain(shown);
  await page.remove('stored:tiny');
  expect(page.lists.stored).toEqual([]);
  expect(html()).toContain(words.removed({ name: 'stored:tiny' }));
});

it('says why a folder is refused, and stays usable', async () => {
  await page.addFolder(picked(new Map([...FILES, ['model.safetensors', new Uint8Array(1)]])), 'tiny');
  expect(html()).toContain('model.safetensors: it is cut off. Download the file again');
  expect([page.copying, page.lists.stored]).toEqual([undefined, []]);
  page.closeProblem();
  await page.addFolder(picked(), 'tiny');
  expect(page.lists.stored).toHaveLength(1);
});

it('asks its hub only after it is allowed', async () => {
  expect(html()).toContain(words.hub.allow({ address: hub.endpoint }));
  page.repository = 'owner/tiny';
  await page.download();
  expect(html()).toContain('The hub is switched off');
  page.allowed = true;
  await page.download();
  expect(html()).toContain(`${new URL(hub.endpoint).host} at aaaaaaa`);
});

it('without a hub says so, and promises no download', async () => {
  page.repository = 'owner/tiny';
  page.allowed = true;
  hub.faults.set('model.safetensors', { short: true });
  await page.download();
  expect(html()).not.toContain(words.hub.none);
  page = new ModelsPage(jobs, null, persist);
  await page.begin();
  expect(html()).toContain(words.hub.none);
  expect(page.lists.unfinished).toHaveLength(1);
  expect(html()).not.toContain(words.of({ action: words.resume, name: 'hf:owner/tiny' }));
});

it('keeps a download that broke off, and goes on with it', async () => {
  page.repository = 'owner/tiny';
  page.allowed = true;
  hub.faults.set('model.safetensors', { short: true });
  await page.download();
  expect(page.problem?.cause).toContain('broke off after 1024 of 2048 bytes');
  expect(html()).toContain(words.of({ action: words.resume, name: 'hf:owner/tiny' }));
  hub.faults.clear();
  await page.resume('hf:owner/tiny');
  expect(page.lists).toMatchObject({ stored: [{ name: 'hf:owner/tiny' }], unfinished: [] });
  expect(page.problem).toBeUndefined();
});

it('shows the progress of a copy, which can be cancelled', async () => {
  page.repository = 'owner/tiny';
  page.allowed = true;
  hub.faults.set('model.safetensors', { stall: true });
  const downloading = page.download();
  expect(html()).toContain(words.copying.begin({ name: 'owner/tiny' }));
  await expect.poll(() => page.job.progress?.done, PATIENT).toBeGreaterThan(1000);
  expect(html()).toContain('hf:owner/tiny: 1.05 kB of 2.07 kB, model.safetensors.');
  page.job.cancel();
  await downloading;
  expect(page.news).toBe(words.cancelled);
  expect(page.lists.unfinished).toHaveLength(1);
});
