/**
 * @file Vite plugin: writes the licences of the software in the build. The packages are those whose modules are in the
 * page or in one of its workers, and those whose files are served as they are.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { NOTICES_FILE } from '../src/ui/shared/notices-file.ts';

/** Packages whose files are served as they are: CPython is part of Pyodide’s. */
const SERVED = ['onnxruntime-web', 'pyodide'];
/** Licences that do not lie in a package of npm. */
const OWN_TEXTS = join(import.meta.dirname, 'notices');

const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Returns the folder of the package that a module is of; undefined if it is of none. */
export const packageFolder = (id: string): string | undefined => PACKAGE.exec(id.replace(/^\0/, ''))?.[0];

interface Manifest {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
  repository?: string | { url: string };
}

/**
 * Returns the name of a package with the texts of its licence; if it brings none, with the name of its licence and its address.
 * @throws Error if a package names no licence either
 */
export function notice(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, homepage, repository } = manifest;
  const own = join(OWN_TEXTS, `${name.replace('/', '-')}.txt`);
  const texts = existsSync(own)
    ? [own]
    : readdirSync(folder)
        .filter((file) => /^(licen[cs]e|copying|notice)([-.].*)?$/i.test(file))
        .sort()
        .map((file) => join(folder, file));
  const head = `${name} ${version}`;
  if (texts.length > 0) return [head, ...texts.map((path) => readFileSync(path, 'utf8').trim())].join('\n\n');
  if (license === undefined) throw new Error(`${name} names no licence. Find it, and put its text into ${own}.`);
  const address = homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';
  return `${head}\n\nLicence: ${license}. ${address}`.trim();
}

/** Returns one plugin for the page, which writes the file, and one for its workers. */
export function thirdPartyNotices(): { page: Plugin; worker: Plugin } {
  const folders = new Set<string>();
  const collect: Plugin['generateBundle'] = (_, bundle) => {
    for (const file of Object.values(bundle))
      for (const id of file.type === 'chunk' ? file.moduleIds : []) {
        const folder = packageFolder(id);
        if (folder !== undefined) folders.add(folder);
      }
  };
  return {
    worker: { name: 'third-party-notices-of-workers', generateBundle: collect },
    page: {
      name: 'third-party-notices',
      async generateBundle(options, bundle, isWrite) {
        await collect.call(this, options, bundle, isWrite);
        for (const name of SERVED) folders.add(`${join('node_modules', name)}/`);
        const cpython = `CPython 3.11, part of Pyodide\n\n${readFileSync(join(OWN_TEXTS, 'cpython.txt'), 'utf8').trim()}`;
        const packages = new Set([...folders].map(notice));
        const source = [...[...packages].sort(), cpython].join(`\n\n${'='.repeat(80)}\n\n`);
        this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: `${source}\n` });
      },
    },
  };
}
