/**
 * @file Finds a model's files in the page's own `models/` folder or in the browser's storage. Only the Models page asks
 * a hub, if the user allows that. The name `hf:owner/name` means the stored copy.
 */
import { CodedError } from '../../src/common/coded-error.ts';
import { listedFolder } from '../../src/lm/files/checked-folder.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { webFolder } from '../../src/lm/files/web-folder.ts';
import { isStoredName, storedFolder } from '../../src/store/models/private-folder.ts';

/**
 * Returns the address of the page's folder, ending with a slash, in the page and in its threads. The build puts the
 * threads' files one folder below the page.
 */
export function pageFolder(): string {
  const base = import.meta.env.BASE_URL;
  if (base !== './') return new URL(base, location.origin).href;
  return typeof document === 'undefined' ? new URL('../', location.href).href : new URL('./', document.baseURI).href;
}

/** Matches folders below `models/`. No match leads out of `models/`. */
const SHIPPED_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(\/[\p{L}\p{N}_][\p{L}\p{N}_. -]*)*$/u;

/**
 * Returns the address of a model in the page's `models/` folder. The name of a stored model stays unchanged.
 * @param page address of the page's folder
 * @throws CodedError `model-name` for other names, because links carry settings and must reach only this page's models
 */
export function modelUrl(name: string, page: string): string {
  if (isStoredName(name)) return name;
  if (!SHIPPED_NAME.test(name)) throw new CodedError('model-name', { name });
  return new URL(`models/${name.split('/').map(encodeURIComponent).join('/')}/`, page).href;
}

/** Returns {@link modelUrl} for the page of this thread. */
export const modelAddress = (name: string): string => modelUrl(name, pageFolder());

/** Opens the folder that {@link modelUrl} names. */
export const folderAt = (address: string): ModelFiles =>
  isStoredName(address) ? storedFolder(address) : listedFolder(webFolder(address));
