/**
 * @file The page's entry: starts the threads and mounts the interface. Every failure is shown as a notice on the page.
 */
import { mount } from 'svelte';
import { isShareQuery, readShareQuery } from '../runs/share-url.ts';
import { startCoordinator } from '../../workers/coordinator/client.ts';
import { TUNE } from '../../workers/rpc/thread-name.ts';
import { bundledExample } from './state/example.ts';
import Root from './Root.svelte';
import { PageState } from './state/page-state.svelte.ts';
import { language, LANGUAGES } from '../text/language.ts';
import { shallGoOn } from './frame/go-on.ts';
import { applyRememberedTheme } from './frame/theme.ts';
import './frame/theme.css';

applyRememberedTheme();
document.documentElement.lang = LANGUAGES[language].tag;
/** `?run` in the address starts the run at once: a class opens it and watches. */
const RUN = 'run';
const ownParameters = new Set([RUN, TUNE]);
const link = isShareQuery(location.search, ownParameters) ? readShareQuery(location.search, ownParameters) : undefined;
const coordinator = startCoordinator();
const page = new PageState(coordinator, link, bundledExample(coordinator));
addEventListener('error', (event) => page.report(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => page.report(event.reason));

const target = document.getElementById('app')!;
target.replaceChildren();
mount(Root, { target, props: { page } });

await page.start();
if (shallGoOn() || new URLSearchParams(location.search).has(RUN)) await page.live.run();
