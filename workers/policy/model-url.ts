/** @file Where a model's files are: in the page's own `models/` folder, on the Hugging Face hub, or at an address. */
import { hubAddress } from '../../src/lm/model-files.ts';

/** The address of a model of the page's own `models/` folder, of `hf:owner/name`, or the address itself where one is given. */
export function modelUrl(name: string, page: { origin: string; base: string }): string {
  if (/^https?:\/\//.test(name)) return name;
  const hub = hubAddress(name);
  if (hub) return hub;
  const path = name.split('/').map(encodeURIComponent).join('/');
  return new URL(`${page.base}models/${path}/`, page.origin).href;
}

/** The same for the page this runs in, or in whose worker. */
export const modelAddress = (name: string): string =>
  modelUrl(name, { origin: location.origin, base: import.meta.env.BASE_URL });
