import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { beforeEach, expect, it } from 'vitest';
import { modelFolders } from './served-files.ts';
import { SERVICE_WORKER, serviceWorker } from './plugins.ts';

let root: string;
const temporary = () => mkdtempSync(join(tmpdir(), 'genenv-build-'));

beforeEach(() => {
  root = temporary();
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(root, 'worker.js'), 'self.files = __BUILD_FILES__;');
  const folder = join(root, 'models', 'small');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), '{}');
});

const built = (outDir: string, ...plugins: Plugin[]) =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [serviceWorker(), modelFolders('models'), ...plugins],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { index: join(root, 'index.html'), [SERVICE_WORKER]: join(root, 'worker.js') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });

it.each(['inside', 'outside'])('names the files of a build into a folder %s of the project', async (place) => {
  const outDir = place === 'inside' ? 'other' : temporary();
  await built(outDir);
  const program = readFileSync(join(place === 'inside' ? join(root, outDir) : outDir, `${SERVICE_WORKER}.js`), 'utf8');
  expect(program).not.toContain('__BUILD_FILES__');
  for (const path of ['""', '"models/small/config.json"']) expect(program).toContain(`${path}:"sha256-`);
});

it('leaves the error of a failed build to be seen', async () => {
  const failing: Plugin = {
    name: 'failing',
    transform(_, id) {
      if (id.endsWith('worker.js')) this.error('the real cause');
    },
  };
  await expect(built('other', failing)).rejects.toThrow('the real cause');
});
