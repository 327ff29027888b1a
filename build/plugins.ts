/**
 * @file Defines Vite plugins of the build. One parses the messages in advance, so that the page does not load the
 * parser. One writes the licences of all packages that are bundled or served unchanged. One puts the paths and hashes
 * of all files into the service worker (workers/offline).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { defaultSettings } from '../src/genenv/settings/settings.ts';
import { type Catalogue, parseCatalogue } from '../src/text/parse-message.ts';
import { NOTICES_FILE } from '../src/ui/shared/browser.ts';
import type { BuildFiles } from '../workers/offline/host.ts';
import { HEADERS_FILE } from './headers.ts';

const CATALOGUE = /\/src\/text\/messages\/\w+\/\w+\.json$/;

export const parsedMessages = (): Plugin => ({
  name: 'parsed-messages',
  enforce: 'pre',
  transform: {
    filter: { id: CATALOGUE },
    handler: (code) => ({ code: JSON.stringify(parseCatalogue(JSON.parse(code) as Catalogue)), map: null }),
  },
});

/** Alias that leaves the message parser out of the page, because messages are already parsed. */
export const withoutParser = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
};

/** Folders of packages whose files are served unchanged. */
const SERVED = ['node_modules/onnxruntime-web'];
/** Folder of licence texts for packages that lack them. It has a folder for each such package. */
const OWN_TEXTS = join(import.meta.dirname, 'notices');

/**
 * Returns a package's name and version with its licence texts. Without texts, gives the name of the licence.
 * @param folder folder of the package
 * @throws Error if the package has neither texts nor the name of a licence
 */
export function notice(folder: string): string {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(manifest) as { name: string; version: string; license?: string };
  const own = join(OWN_TEXTS, name);
  const source = existsSync(own) ? own : folder;
  const files = readdirSync(source).filter(
    (file) => source === own || /^(licen[cs]e|copying|notice)([-.].*)?$/i.test(file),
  );
  const texts = files.sort().map((file) => readFileSync(join(source, file), 'utf8').trim());
  if (texts.length === 0 && license === undefined)
    throw new Error(`${name} names no licence. Find it, and put its text into ${own}.`);
  if (texts.length === 0) texts.push(`Licence: ${license}. https://www.npmjs.com/package/${name}`);
  return [`${name} ${version}`, ...texts].join('\n\n');
}

/** Returns two plugins that collect packages: one for workers, and one for the page, which writes the notices. */
export function thirdPartyNotices(): { page: Plugin; worker: Plugin } {
  const folders = new Set(SERVED);
  const collect: Plugin['generateBundle'] = (_, bundle) => {
    for (const file of Object.values(bundle))
      for (const id of file.type === 'chunk' ? file.moduleIds : []) {
        const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
        if (folder !== undefined) folders.add(folder);
      }
  };
  return {
    worker: { name: 'third-party-notices-of-workers', generateBundle: collect },
    page: {
      name: 'third-party-notices',
      async generateBundle(options, bundle, isWrite) {
        await collect.call(this, options, bundle, isWrite);
        const packages = [...new Set([...folders].map(notice))];
        const source = `${packages.sort().join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
        this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source });
      },
    },
  };
}

/** Name of the service worker's entry and file in the build. */
export const SERVICE_WORKER = 'service-worker';
/** Identifier in the service worker that the list of files replaces. */
const PLACE = '__BUILD_FILES__';
const { agentModel, environmentModel } = defaultSettings;
/** Model folders that “Now yours” loads. */
const FIRST_RUN = [agentModel, environmentModel].map((model) => `models/${model}/`);
/** Returns true for files that most visits do not need: models besides FIRST_RUN, WebAssembly, recorded results. */
const isAskedFor = (path: string): boolean =>
  /^models\/|\.wasm$|^assets\/.*\.csv$/.test(path) && !FIRST_RUN.some((folder) => path.startsWith(folder));

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64');

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

/** Writes the list of files into the service worker of the build in the folder. */
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
  // Run after all other plugins have written their files. A failed build does not get here, and shows its own error.
  writeBundle: { order: 'post', sequential: true, handler: ({ dir }) => nameFiles(resolve(dir!)) },
});
