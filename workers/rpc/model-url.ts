/**
 * @file The place of a model's files: in the page's own `models/` folder, or in the browser's storage. The page asks the
 * hub only on the Models page, where a person allows it; a model named `hf:owner/name` is the stored copy.
 */
import { CodedError } from '../../src/common/coded-error.ts';
import { listedFolder } from '../../src/lm/files/checked-folder.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { webFolder } from '../../src/lm/files/web-folder.ts';
import { isStoredName, storedFolder } from '../../src/store/models/private-folder.ts';

/**
 * The folder that the page is served from, wherever a host puts it: an address that ends with a slash, known in the page and
 * in its threads. The build puts the files of threads one folder below the page.
 */
export function pageFolder(): string {
  const base = import.meta.env.BASE_URL;
  if (base !== './') return new URL(base, location.origin).href;
  return typeof document === 'undefined' ? new URL('../', location.href).href : new URL('./', document.baseURI).href;
}

/** Folders below `models/`, none of which leads out of it. */
const SHIPPED_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(\/[\p{L}\p{N}_][\p{L}\p{N}_. -]*)*$/u;

/**
 * The address of a model of the page's own `models/` folder; a stored model's name stays as it is.
 * @param page the folder that the page is served from
 * @throws CodedError `model-name`: links carry settings, and none of them may ask for anything but a model of this page
 */
export function modelUrl(name: string, page: string): string {
  if (isStoredName(name)) return name;
  if (!SHIPPED_NAME.test(name)) throw new CodedError('model-name', { name });
  return new URL(`models/${name.split('/').map(encodeURIComponent).join('/')}/`, page).href;
}

/** The same for the page this runs in, or in whose worker. */
export const modelAddress = (name: string): string => modelUrl(name, pageFolder());

/** The folder that {@link modelUrl} names. */
export const folderAt = (address: string): ModelFiles =>
  isStoredName(address) ? storedFolder(address) : listedFolder(webFolder(address));
