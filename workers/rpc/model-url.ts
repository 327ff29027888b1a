/**
 * @file Where a model's files are: in the page's own `models/` folder, in the browser's storage, or at an address. The page
 * asks the hub only on the Models page, where a person allows it; a model named `hf:owner/name` is the stored copy.
 */
import type { ModelFiles } from '../../src/lm/model-files.ts';
import { webFolder } from '../../src/lm/web-folder.ts';
import { isStoredName, storedFolder } from '../../src/store/models/stored-folder.ts';
import { pageFolder } from './page-folder.ts';

/**
 * The address of a model of the page's own `models/` folder; a stored model's name, and an address, stay as they are.
 * @param page the folder that the page is served from
 */
export function modelUrl(name: string, page: string): string {
  if (/^https?:\/\//.test(name) || isStoredName(name)) return name;
  const path = name.split('/').map(encodeURIComponent).join('/');
  return new URL(`models/${path}/`, page).href;
}

/** The same for the page this runs in, or in whose worker. */
export const modelAddress = (name: string): string => modelUrl(name, pageFolder());

/** The folder that {@link modelUrl} names. */
export const folderAt = (address: string): ModelFiles =>
  isStoredName(address) ? storedFolder(address) : webFolder(address);
