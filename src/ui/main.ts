/**
 * @file The page's entry: starts the threads and mounts the interface. Whatever fails ends in a sentence on the page.
 */
import { mount } from 'svelte';
import { isShareQuery, readShareQuery } from '../runs/share-url.ts';
import { startCoordinator } from '../../workers/coordinator/client.ts';
import { TUNE } from '../../workers/rpc/thread-name.ts';
import { bundledExample } from './pages/run/replay/example.ts';
import Root from './Root.svelte';
import { RunPage } from './pages/run/run-page.svelte.ts';
import { applyRememberedTheme } from './shared/theme.ts';
import './shared/theme.css';

applyRememberedTheme();
/** `?run` starts at once: a class opens the address and watches. */
const RUN = 'run';
const ownParameters = new Set([RUN, TUNE]);
const link = isShareQuery(location.search, ownParameters) ? readShareQuery(location.search, ownParameters) : undefined;
const coordinator = startCoordinator();
const page = new RunPage(coordinator, link, bundledExample(coordinator));
addEventListener('error', (event) => page.report(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => page.report(event.reason));

const target = document.getElementById('app')!;
target.replaceChildren();
mount(Root, { target, props: { page } });

await page.start();
if (new URLSearchParams(location.search).has(RUN)) await page.run();
