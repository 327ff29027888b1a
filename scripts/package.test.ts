/**
 * @file Tests the command line and the served page of the packed package. The package lies in an empty folder, with
 * only its declared dependencies. The tests take over ten seconds, because they pack and unpack the build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'genenv-package-'));
afterAll(() => rmSync(folder, { recursive: true }));
const installed = join(folder, 'node_modules', manifest.name);
const program = (name: keyof typeof manifest.bin) => join(installed, manifest.bin[name]);

let packed: { filename: string; size: number; files: { path: string }[] };
beforeAll(() => {
  if (!existsSync('dist/_headers')) execFileSync('npx', ['vite', 'build', '--logLevel', 'warn']);
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const report: unknown = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }));
  // npm 10 reports a list of packages. npm 11 reports an object by name of package.
  [packed] = Object.values(report as Record<string, typeof packed>);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', join(folder, packed.filename), '--strip-components=1', '-C', installed]);
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', name), link);
  }
});

it('is small, and holds no test', () => {
  // Unpacked, the models take 6 MB, and the recorded run takes 1 MB.
  expect(packed.size).toBeLessThan(10e6);
  expect(packed.files.filter(({ path }) => /\.test\.|\/(testing|fixtures)\/|^src\/ui\//.test(path))).toEqual([]);
});

it('runs the command line: all of its commands load, and a model computes', () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [program('genenv'), ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  expect(run('--help')).toContain('coevolve');
  writeFileSync(join(folder, 'ids.json'), '{"ids": [[1, 2, 3]]}');
  const printed = run('logprobs', '--model', join(installed, 'models/discovery-agent'), '--ids', 'ids.json');
  expect((JSON.parse(printed) as { logprobs: number[][] }).logprobs).toEqual([
    [expect.any(Number), expect.any(Number)],
  ]);
});

it('serves every file of the build as it was built, isolated from other origins', async () => {
  expect(statSync(program('genenv-playground')).mode & 0o111).not.toBe(0);
  const server = spawn(process.execPath, [program('genenv-playground'), '--no-open', '--port', '0'], { cwd: folder });
  try {
    let printed = '';
    while (!printed.endsWith('/\n')) printed += String((await once(server.stdout, 'data'))[0]);
    const address = printed.trim().split('\n').at(-1)!;
    const page = await fetch(address);
    expect(await page.text()).toContain('<title>');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("connect-src 'self'") as string,
    });
    // The service worker has the hashes of all files, including files outside the folder of the build.
    const worker = readFileSync('dist/service-worker.js', 'utf8');
    const files = [...worker.matchAll(/"([^"]*)":"sha256-([^"]+)"/g)];
    expect(files.map(([, path]) => path)).toEqual(
      expect.arrayContaining(['', 'models/discovery-agent/model.safetensors']),
    );
    for (const [, path, hash] of files) {
      const bytes = new Uint8Array(await (await fetch(new URL(path, address))).arrayBuffer());
      expect([path, createHash('sha256').update(bytes).digest('base64')]).toEqual([path, hash]);
    }
    for (const path of ['package.json', '..%2fpackage.json', 'models/none.json', '%E0%A4']) {
      const refused = await fetch(new URL(path, address));
      expect(refused.status).toBe(404);
      expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const notices = await fetch(new URL('third-party-notices.txt', address));
    expect(notices.headers.get('content-type')).toBe('text/plain;charset=utf-8');
    // bits-ui is part of the page, hyparquet only of workers, and onnxruntime-web is served unchanged.
    const packages = (await notices.text()).match(/^(bits-ui|hyparquet|onnxruntime-web) \d/gm);
    expect(packages).toEqual(['bits-ui 2', 'hyparquet 1', 'onnxruntime-web 1']);
    // The server finds the files of a new build without a restart.
    writeFileSync(join(installed, 'dist', 'assets', 'later.js'), '');
    expect((await fetch(new URL('assets/later.js', address))).status).toBe(200);
  } finally {
    server.kill();
  }
});
