import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';
import { notice, thirdPartyNotices } from './plugins.ts';

const root = mkdtempSync(join(tmpdir(), 'genenv-notices-'));

function writePackage(name: string, license?: string): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', main: 'index.js', license }));
  writeFileSync(join(folder, 'index.js'), `export default ${JSON.stringify(name)};`);
  return folder;
}

it('names the licence of a package without a text, and refuses a package without any', () => {
  expect(notice(writePackage('bare', 'MIT'))).toMatch(/^bare 1\.2\.3\n\nLicence: MIT\./);
  expect(() => notice(writePackage('bare'))).toThrow('bare names no licence');
});

it('names the packages of the page and of its workers, each once', async () => {
  for (const name of ['of-page', '@scope/of-worker'])
    writeFileSync(join(writePackage(name), 'LICENSE'), `the licence of ${name}`);
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  write('index.html', '<!doctype html><title>page</title><script type="module" src="/main.js"></script>');
  const worker = `new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });`;
  write('main.js', `import name from 'of-page'; console.log(name); ${worker}`);
  write('worker.js', `import name from '@scope/of-worker'; postMessage(name);`);
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
  for (const name of ['of-page', '@scope/of-worker'])
    for (const part of [`${name} 1.2.3`, `the licence of ${name}`]) expect(text.split(part)).toHaveLength(2);
  for (const part of ['onnxruntime-web', 'Microsoft']) expect(text).toContain(part);
});
