/**
 * @file The models page with its worker, both loaded when the page is first opened. There is one of it, so that a copy
 * goes on while another part of the page is shown.
 */
import { startModels } from '../../../../workers/models/client.ts';
import { ModelsPage } from './models-page.svelte.ts';

export { default as Models } from './Models.svelte';
/** Written by the build (build/content-security-policy.ts). */
const hub = document.querySelector<HTMLMetaElement>('meta[name=hub]')?.content ?? null;
export const page = new ModelsPage(startModels(), hub);
