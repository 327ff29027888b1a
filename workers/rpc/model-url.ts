/**
 * @file Where a model's files are: in the page's own `models/` folder, in the browser's storage, or at an address. The page
 * asks the hub only on the Models page, where a person allows it; a model named `hf:owner/name` is the stored copy.
 */
import { CodedError } from '../../src/common/coded-error.ts';
import type { ModelFiles } from '../../src/lm/model-files.ts';
import { webFolder } from '../../src/lm/web-folder.ts';
import { isStoredName, storedFolder } from '../../src/store/models/stored-folder.ts';

/**
 * The address of a model of the page's own `models/` folder; a stored model's name, and an address of the page's server,
 * stay as they are.
 * @throws CodedError `foreign-address`: links carry settings, and none of them may send a browser to another server
 */
export function modelUrl(name: string, page: { origin: string; base: string }): string {
  if (isStoredName(name)) return name;
  if (/^[a-z][a-z\d+.-]*:/i.test(name)) {
    const address = URL.canParse(name) ? new URL(name) : null;
    if (address?.origin !== page.origin) throw foreignAddress(name, address?.host || name);
    return name;
  }
  const path = name.split('/').map(encodeURIComponent).join('/');
  return new URL(`${page.base}models/${path}/`, page.origin).href;
}

const foreignAddress = (name: string, host: string): CodedError =>
  new CodedError(
    'foreign-address',
    `The model ${name} lies on another server (${host}), which this page does not ask by itself. Download the folder and add it under “Models”, or allow its hub there; then choose it by its name.`,
    { name, host },
  );

/** The same for the page this runs in, or in whose worker. */
export const modelAddress = (name: string): string =>
  modelUrl(name, { origin: location.origin, base: import.meta.env.BASE_URL });

/** The folder that {@link modelUrl} names. */
export const folderAt = (address: string): ModelFiles =>
  isStoredName(address) ? storedFolder(address) : webFolder(address);
