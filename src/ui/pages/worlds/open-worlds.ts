/** @file The page of one's own world. There is one of it, so that a pair is made while another part of the page is shown. */
import { WorldsPage } from './worlds-page.svelte.ts';

export { default as Worlds } from './Worlds.svelte';
export const page = new WorldsPage();
