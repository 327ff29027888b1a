/**
 * @file This Vite plugin writes the licences of the software in the build: packages with modules in the page or in one
 * of its workers, and packages whose files are served unchanged.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { NOTICES_FILE } from '../src/ui/shared/notices-file.ts';

const SERVED = ['node_modules/onnxruntime-web', 'node_modules/pyodide'];
/** Licences that npm packages lack, in folders by the names of packages. */
const OWN_TEXTS = join(import.meta.dirname, 'notices');

/**
 * Returns the name of a package with the texts of its licence; if it brings none, with the name of its licence.
 * @throws Error if a package names no licence either
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

/** Returns one plugin for the page, which writes the file, and one for its workers. */
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
