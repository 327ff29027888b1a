/**
 * @file Runs the GPU benchmark as a dry run. The tests take over ten seconds, because the software adapter compiles the
 * kernels of a preset.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gpu-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));
const MARKED = readFileSync(new URL('RESULTS.md', import.meta.url), 'utf8');

let files = 0;
async function bench(...options: string[]) {
  const file = join(folder, `RESULTS-${files++}.md`);
  writeFileSync(file, MARKED);
  const command = [fileURLToPath(new URL('run.mjs', import.meta.url)), '--gpu', '--results', file, ...options];
  const [status, stderr] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, command, (error, _, printed) => resolve([error?.code ?? 0, printed]));
  });
  return { status, stderr, text: readFileSync(file, 'utf8') };
}

const rowsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, what, measured]) => [what, measured] as const),
  );
const EXPECTED = [
  'matrix kernel',
  'training step',
  'its matrix products',
  'sampling',
  'SmolLM2-135M, decoding 1 at once',
  'SmolLM2-135M, decoding 8 at once',
  'SmolLM2-135M, dispatches a layer',
  'SmolLM2-135M, GRPO update',
  'epoch of quick',
];
const tableOf = (text: string) => text.slice(text.indexOf('<!-- gpu'), text.indexOf('<!-- end of gpu -->'));

it.concurrent('measures every row, and replaces the table in its file alone', async ({ expect }) => {
  const { status, stderr, text } = await bench('--dry-run', '--peak', '2');
  expect(status, stderr).toBe(0);
  const rows = rowsOf(tableOf(text));
  for (const what of EXPECTED) {
    const [, measured] = Object.entries(rows).find(([row]) => row.startsWith(what)) ?? [];
    expect(measured, what).toMatch(/\d/);
    expect(measured, what).not.toMatch(/not measured|NaN|Infinity/);
  }
  expect(rows['matrix kernel']).toContain('of the peak');
  expect(text.replace(tableOf(text), '')).toBe(MARKED.replace(tableOf(MARKED), ''));
  expect(text).toContain('dry run');
  const [, loss, own] = /first loss (\S+), ours (\S+)$/.exec(rows['training step of jax-js']) ?? [];
  if (Number.parseInt(process.versions.node) >= 22) expect(Number(loss)).toBeCloseTo(Number(own), 3);
  else expect(rows['training step of jax-js']).toMatch(/^does not run here: .*Node 22/);
});

it.concurrent('names what the time did not suffice for', async ({ expect }) => {
  const { status, text } = await bench('--dry-run', '--minutes', '0.1');
  expect(status).toBe(1);
  expect(rowsOf(tableOf(text))['epoch of quick']).toBe('not measured');
  expect(tableOf(text)).toContain('its peak is not known');
});

it.concurrent('takes no software adapter for a graphics processor', async ({ expect }) => {
  const { status, stderr, text } = await bench();
  expect(status).toBe(1);
  expect(stderr).toContain('needs a graphics processor');
  expect(text).toBe(MARKED);
});
