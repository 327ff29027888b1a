/**
 * @file The page's entry: starts the threads and mounts the interface. Whatever fails ends in a sentence on the page.
 */
import { mount } from 'svelte';
import { startCoordinator } from '../../workers/client.ts';
import Root from './Root.svelte';
import { RunPage } from './run-page.svelte.ts';
import { applyRememberedTheme } from './theme.ts';
import './theme.css';

applyRememberedTheme();
const page = new RunPage(startCoordinator().coordinator);
addEventListener('error', (event) => page.report(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => page.report(event.reason));

const target = document.getElementById('app')!;
target.replaceChildren();
mount(Root, { target, props: { page } });

await page.start();
/** `?run` starts at once: a class opens the address and watches. */
if (new URLSearchParams(location.search).has('run')) await page.run();
