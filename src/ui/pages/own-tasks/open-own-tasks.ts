/** @file The page of one's own tasks. There is one of it, so that a pair is made while another part of the page is shown. */
import { OwnTasksPage } from './own-tasks-page.svelte.ts';

export { default as OwnTasks } from './OwnTasks.svelte';
export const page = new OwnTasksPage();
