import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { headerPolicy, headersFile, hubAddress, pagePolicy } from './headers.ts';
import { modelFolders } from './served-files.ts';

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

it('names the hash of the style sheet of a chart', () => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const chart = Plot.plot({ document, marks: [Plot.lineY([1, 2])] } as Plot.PlotOptions);
  const { textContent } = chart.querySelector('style')!;
  const hash = createHash('sha256').update(textContent!).digest('base64');
  for (const policy of [headerPolicy(), pagePolicy()]) {
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  }
});

it('lets the page ask its own server alone, and the hub that it was built with', () => {
  for (const policy of [headerPolicy, pagePolicy]) {
    expect(policy(hubAddress(''))).toContain("connect-src 'self';");
    expect(policy(hubAddress('https://huggingface.co/'))).toContain(
      "connect-src 'self' https://huggingface.co https://*.huggingface.co https://*.hf.co;",
    );
    expect(policy(hubAddress('http://localhost:8000/mirror'))).toContain("connect-src 'self' http://localhost:8000;");
  }
});

it('takes the address of a hub, and nothing else', () => {
  expect(hubAddress('https://hub.example/mirror/')).toBe('https://hub.example/mirror');
  for (const text of ['1', 'huggingface', 'ftp://hub.example', 'javascript:alert(1)'])
    expect(() => hubAddress(text)).toThrow(`GENENV_HUB is “${text}”, which is not the address of a hub.`);
});

it('says in the header who may frame the page, because it counts only there', () => {
  expect(headerPolicy()).toContain("frame-ancestors 'self' https: http:");
  expect(pagePolicy()).not.toContain('frame-ancestors');
});

it('requires trusted types in the page and, by the header, in its workers', () => {
  for (const policy of [headerPolicy(), pagePolicy()]) {
    expect(policy).toContain("require-trusted-types-for 'script';");
    expect(policy).toMatch(/trusted-types [^;]*\bdefault\b/);
  }
});
