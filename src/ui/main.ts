/** @file Entry point of the page. Starts the workers, mounts the interface, and shows every failure as a notice. */
import '../common/no-generated-code.ts';
import './trusted-types.ts';
import { mount } from 'svelte';
import { isShareQuery, readShareQuery, pageParameters, readPageLink } from './address/share-url.ts';
import { JobThread } from '../../workers/jobs/job-thread.ts';
import { startCoordinator } from './shared/threads.ts';
import { bundledExample } from './state/example.ts';
import Root from './Root.svelte';
import { PageStore } from './state/page-store.svelte.ts';
import { loadErrorSentences } from './shared/problems.svelte.ts';
import { turn } from './shared/yield-to-main.ts';
import { takeGoOn, applyRememberedTheme } from './shared/browser.ts';
import { type Panel, PANELS } from './frame/view-names.ts';
import './frame/theme.css';

applyRememberedTheme();
/** `?run` in the address starts the run at once, for a class that watches a projector. */
const RUN = 'run';
const ownParameters = new Set<string>([RUN, ...pageParameters]);
const { lesson, panel, embed, epoch } = readPageLink(location.search);
const link = isShareQuery(location.search, ownParameters) ? readShareQuery(location.search, ownParameters) : undefined;
const coordinator = startCoordinator();
const page = new PageStore(coordinator, link, bundledExample(new JobThread('recording', 'the recorded run')));
addEventListener('error', (event) => {
  // A report of a ResizeObserver loop only says that a layout takes one more frame, so it is no failure.
  if (!event.message.startsWith('ResizeObserver loop')) page.tell(event.error ?? event.message);
});
addEventListener('unhandledrejection', (event) => page.tell(event.reason));

if (PANELS.some((one) => one === panel)) page.panel = panel as Panel;

const target = document.getElementById('app')!;
// Loading the modules above fills one browser task, so the rest starts in another.
await turn();
target.replaceChildren();
mount(Root, { target, props: { page, embed } });
keepForOffline();

try {
  if (lesson !== undefined) await (await import('./state/lesson-session.svelte.ts')).openLesson(page, lesson);
  // An embed in another site's page may have no storage, and the recorded run needs none.
  else if (embed && !link) await page.showRecorded(epoch);
  else {
    await page.start();
    if (takeGoOn()) void page.begin();
  }
} finally {
  void loadErrorSentences();
}
if (new URLSearchParams(location.search).has(RUN)) await page.begin();

/**
 * Once the browser is idle, caches the built page for visits without a network. If the browser refuses (private
 * windows, site data blocked), the page needs a network.
 */
function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    void navigator.serviceWorker.register(new URL('service-worker.js', document.baseURI)).catch(() => {});
  const whenIdle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(register) : register());
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
