import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { headersFile } from './headers.ts';
import { modelFolders } from './model-folders.ts';

it('are sent by the development server with pages, with model files and with refusals', async () => {
  const root = mkdtempSync(join(tmpdir(), 'genenv-headers-'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>page</title>');
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    appType: 'mpa',
    plugins: [headersFile(), modelFolders('models')],
    server: { port: 0, host: '127.0.0.1' },
  });
  try {
    await server.listen();
    const address = server.resolvedUrls!.local[0];
    for (const path of ['', 'models/none.json']) {
      const { headers } = await fetch(new URL(path, address));
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
  } finally {
    await server.close();
  }
});
