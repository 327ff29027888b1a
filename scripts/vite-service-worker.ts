/**
 * @file Vite plugin: tells the service worker of the build which files the build has (workers/offline).
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { BuildFiles } from '../workers/offline/host.ts';

/** The name of the worker’s entry, and of its file beside the page. */
export const SERVICE_WORKER = 'service-worker';
const PLACE = '__BUILD_FILES__';
/** What most visits do not need: models, WebAssembly, recorded results. */
const isAskedFor = (path: string): boolean => /^models\/|\.wasm$|^assets\/.*\.json$/.test(path);

/** The files of a folder that was built. */
async function buildFiles(folder: string): Promise<BuildFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== `${SERVICE_WORKER}.js` && path !== 'index.html')
    .sort();
  const hash = createHash('sha256');
  for (const path of ['index.html', ...paths]) hash.update(path).update(await readFile(join(folder, path)));
  return {
    version: hash.digest('hex').slice(0, 16),
    shell: paths.filter((path) => !isAskedFor(path)),
    asked: paths.filter(isAskedFor),
  };
}

export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: SERVICE_WORKER,
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    // After every other plugin has written its files.
    async closeBundle() {
      const path = join(folder, `${SERVICE_WORKER}.js`);
      const program = await readFile(path, 'utf8');
      if (program.split(PLACE).length !== 2) throw new Error(`${path} does not name ${PLACE} exactly once.`);
      const files = JSON.stringify(await buildFiles(folder));
      await writeFile(
        path,
        program.replace(PLACE, () => files),
      );
    },
  };
}
