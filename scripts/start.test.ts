import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'genenv-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs start.mjs with a fake `npx`, which prints two lines and exits with `status`. Returns exit code and output. */
function start(status: number): Promise<{ code: number | null; printed: string }> {
  const bundler = join(folder, 'npx');
  writeFileSync(bundler, `#!/bin/sh\necho "$2: 1,028 modules in 3 s"\necho "no config" >&2\nexit ${status}\n`);
  chmodSync(bundler, 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const program = spawn(process.execPath, ['scripts/start.mjs', '--no-open', '--port', '0'], { env });
  let printed = '';
  const read = (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.endsWith('/\n')) program.kill();
  };
  program.stdout.on('data', read);
  program.stderr.on('data', read);
  return new Promise((resolve) => program.on('close', (code) => resolve({ code, printed })));
}

it('prints all that the bundler said where the build fails', async () => {
  const { code, printed } = await start(1);
  expect(code).toBe(1);
  expect(printed).toBe('Building the page …\nbuild: 1,028 modules in 3 s\n\nno config\n\n');
});

// The fake bundler builds nothing, so this test needs an existing build.
it.runIf(existsSync('dist'))('ends with the address, and says nothing of the bundler', async () => {
  const { printed } = await start(0);
  expect(printed).toMatch(
    /^Building the page …\nThe playground is ready\. Ctrl-C stops it\.\nhttp:\/\/localhost:\d+\/\n$/,
  );
});
