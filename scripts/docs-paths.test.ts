/** @file The documents name files and folders that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { otherFolders, rooms } from './rooms.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/band.md',
  'docs/command-line.md',
  'docs/discovery.md',
  'docs/english.md',
  'docs/families.md',
  'docs/glossary.md',
  'docs/function-calling.md',
  'docs/long-errands.md',
  'docs/log.md',
  'docs/hosting.md',
  'docs/library.md',
  'docs/method.md',
  'docs/models.md',
  'docs/wide-search.md',
  'docs/worlds.md',
  'docs/presets.md',
  'docs/results.md',
  'docs/service-calls.md',
  'docs/travel-rules.md',
  'bench/RESULTS.md',
];
const FOLDERS = [...Object.values(rooms).map(({ path }) => path), ...Object.keys(otherFolders)];

it.each(DOCUMENTS)('%s names paths that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const linked = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, path]) => join(dirname(document), path));
  const quoted = [...text.matchAll(/`([^`\s*]+)`/g)]
    .map(([, path]) => path)
    .filter((path) => path.startsWith('src/') || FOLDERS.some((folder) => path.startsWith(`${folder}/`)));
  const missing = [...linked, ...quoted].filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

it('architecture.md names functions of the two ways that are in their files', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const steps = [...text.matchAll(/^\d+\. `(\w+)` \(`([^`]+)`\)/gm)].map(([, name, path]) => ({ name, path }));
  const defines = (name: string) => new RegExp(`(function\\*?|const|async|^ ) ?${name}\\b`, 'm');
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.filter(({ name, path }) => !defines(name).test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
