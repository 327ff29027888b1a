import { render } from 'svelte/server';
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobStarter } from '../../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../../workers/jobs/jobs.worker.ts';
import { modelJobs } from '../../../../workers/jobs/models.ts';
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

const FILES = new Map([
  ['config.json', new TextEncoder().encode('{}')],
  ['model.safetensors', new Uint8Array(2048)],
]);

/** Waits up to a minute, because a busy machine may take longer than the default second. */
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
    inspect: async () => ({
      architecture: 'qwen3',
      parameters: 1500,
      precisions: ['BF16'],
      layers: 2,
      hiddenSize: 32,
      graph: null,
      vocabulary: 9,
    }),
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

it('lists the shipped models, and shows which model each role uses', () => {
  expect(html()).toContain('22.8K');
  const selected = (settings?: typeof defaultSettings) =>
    [...html(settings).matchAll(/<option[^>]* selected[^>]*>([^<]+)</g)].map(([, name]) => name);
  expect(selected()[0]).toBe('discovery-agent');
  // A chosen model that was deleted still appears in the list.
  expect(selected({ ...defaultSettings, agentModel: 'other' })[0]).toBe('other');
  expect(html()).toContain(words.none);
});

it('says that there is no hub, and offers no download', async () => {
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

it('shows the progress of a copy, and cancels it', async () => {
  page.repository = 'owner/tiny';
  page.allowed = true;
  hub.faults.set('model.safetensors', { stall: true });
  const downloading = page.download();
  expect(persist).toHaveBeenCalled();
  expect(html()).toContain(words.copying.begin({ name: 'owner/tiny' }));
  await expect.poll(() => page.job.progress?.done, PATIENT).toBeGreaterThan(1000);
  expect(html()).toContain('hf:owner/tiny: 1.03 kB of 2.05 kB, model.safetensors.');
  page.job.cancel();
  await downloading;
  expect(page.news).toBe(words.cancelled);
  expect(page.lists.unfinished).toHaveLength(1);
});
