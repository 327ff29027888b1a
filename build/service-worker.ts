/** @file This Vite plugin tells the service worker which files the build has, with their hashes (workers/offline). */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { HEADERS_FILE } from './headers.ts';
import { defaultSettings } from '../src/genenv/settings/settings.ts';
import type { BuildFiles } from '../workers/offline/host.ts';

/** Name of the worker’s entry, and of its file beside the page. */
export const SERVICE_WORKER = 'service-worker';
const PLACE = '__BUILD_FILES__';
const { agentModel, environmentModel } = defaultSettings;
/** Files that “Now yours” loads. */
const FIRST_RUN = [agentModel, environmentModel].map((model) => `models/${model}/`);
/** Returns true for files that most visits do not need: other models, WebAssembly, recorded results. */
const isAskedFor = (path: string): boolean =>
  /^(?:models|python)\/|\.wasm$|^assets\/.*\.csv$/.test(path) && !FIRST_RUN.some((folder) => path.startsWith(folder));

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64');

/** Lists the files of a build. */
async function buildFiles(folder: string): Promise<BuildFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== `${SERVICE_WORKER}.js` && path !== HEADERS_FILE)
    .sort();
  const hashes: [path: string, hash: string][] = [];
  for (const path of paths)
    hashes.push([path === 'index.html' ? '' : path, `sha256-${sha256(await readFile(join(folder, path)))}`]);
  return {
    version: sha256(JSON.stringify(hashes)),
    shell: Object.fromEntries(hashes.filter(([path]) => !isAskedFor(path))),
    asked: Object.fromEntries(hashes.filter(([path]) => isAskedFor(path))),
  };
}

/** @param folder the build */
async function nameFiles(folder: string): Promise<void> {
  const path = join(folder, `${SERVICE_WORKER}.js`);
  const program = await readFile(path, 'utf8');
  if (program.split(PLACE).length !== 2) throw new Error(`${path} does not name ${PLACE} exactly once.`);
  const files = JSON.stringify(await buildFiles(folder));
  await writeFile(
    path,
    program.replace(PLACE, () => files),
  );
}

export const serviceWorker = (): Plugin => ({
  name: SERVICE_WORKER,
  apply: 'build',
  // This runs after every other plugin has written its files. A failed build writes none, and shows its own error.
  writeBundle: { order: 'post', sequential: true, handler: ({ dir }) => nameFiles(resolve(dir!)) },
});
