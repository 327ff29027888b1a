/** @file The models page with its worker, one for all parts of the page, loaded when first opened. */
import { modelsThread } from '../../shared/threads.ts';
import { ModelsPage } from './models-page.svelte.ts';

export { default as Models } from './Models.svelte';
/** Written by the build (build/headers.ts). */
const hub = document.querySelector<HTMLMetaElement>('meta[name=hub]')?.content ?? null;
export const page = new ModelsPage(modelsThread, hub);
