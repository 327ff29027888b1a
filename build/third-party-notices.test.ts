/** @file The licences of the software in the build: of the page, of its workers, and of what is served as it is. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';
import { notice, packageFolder, thirdPartyNotices } from './third-party-notices.ts';

it('finds the folder of the package of a module', () => {
  expect(packageFolder('/a/node_modules/@noble/hashes/esm/sha2.js')).toBe('/a/node_modules/@noble/hashes/');
  expect(packageFolder('/a/node_modules/b/node_modules/zod/index.js')).toBe('/a/node_modules/b/node_modules/zod/');
  expect(packageFolder('/a/src/main.ts')).toBeUndefined();
});

it('has the text of Pyodide’s own licence, names one without a text, and refuses a package without any', () => {
  expect(notice('node_modules/pyodide')).toContain('Mozilla Public License, version 2.0');
  const folder = mkdtempSync(join(tmpdir(), 'genenv-notice-'));
  const manifest = { name: 'bare', version: '1.0.0', homepage: 'https://bare.example' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, license: 'MIT' }));
  expect(notice(folder)).toBe('bare 1.0.0\n\nLicence: MIT. https://bare.example');
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  expect(() => notice(folder)).toThrow('bare names no licence');
});

it('names the packages of the page and of its workers, each once', async () => {
  const root = mkdtempSync(join(tmpdir(), 'genenv-notices-'));
  for (const [name, text] of [
    ['of-page', 'the licence of the page'],
    ['of-worker', 'the licence of the worker'],
  ]) {
    const folder = join(root, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', main: 'index.js' }));
    writeFileSync(join(folder, 'index.js'), `export default ${JSON.stringify(name)};`);
    writeFileSync(join(folder, 'LICENSE'), text);
  }
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><title>page</title><script type="module" src="/main.js"></script>',
  );
  writeFileSync(
    join(root, 'main.js'),
    `import name from 'of-page';
     console.log(name);
     new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });`,
  );
  writeFileSync(join(root, 'worker.js'), `import name from 'of-worker'; postMessage(name);`);
  const notices = thirdPartyNotices();
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [notices.page],
    worker: { format: 'es', plugins: () => [notices.worker] },
    build: { write: false },
  })) as Rollup.RollupOutput;
  const file = output.find(({ fileName }) => fileName === 'third-party-notices.txt') as Rollup.OutputAsset;
  const text = String(file.source);
  for (const part of ['of-page 1.2.3', 'the licence of the page', 'of-worker 1.2.3', 'the licence of the worker'])
    expect(text.split(part)).toHaveLength(2);
  for (const part of ['pyodide 0.25.1', 'CPython 3.11', 'PYTHON SOFTWARE FOUNDATION LICENSE', 'Microsoft Corporation'])
    expect(text).toContain(part);
});
