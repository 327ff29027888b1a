/** @file Loads the models page when it is first opened. All parts of the page share it and its worker. */
import { modelsThread } from '../../shared/threads.ts';
import { ModelsPage } from './models-page.svelte.ts';

export { default as Models } from './Models.svelte';
/** build/headers.ts writes this element. */
const hub = document.querySelector<HTMLMetaElement>('meta[name=hub]')?.content ?? null;
export const page = new ModelsPage(modelsThread, hub);
