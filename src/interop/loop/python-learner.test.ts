import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { VERSION } from '../../common/program.ts';
import { PythonLearner } from './python-learner.ts';

const folder = mkdtempSync(join(tmpdir(), 'genenv-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens a learner that runs the shell script instead of Python. */
function open(script: string) {
  const python = join(folder, 'python');
  writeFileSync(python, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const optimizer = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };
  return PythonLearner.open({
    ...{ path: 'model', seed: 1, optimizer, python },
    lora: { rank: 2, alpha: 4, targets: ['q_proj'] },
  });
}

it.each([
  ['has no package genenv', 'echo "python: No module named genenv" >&2; exit 1', null],
  ['has another version of it', `echo '{"version": "0.0.9"}'; cat > /dev/null`, '0.0.9'],
])('says that Python %s', async (_, script, found) => {
  await expect(open(script)).rejects.toMatchObject({ code: 'python-package', parameters: { found, needed: VERSION } });
});

it('needs the version of both packages', () => {
  const root = new URL('../../../', import.meta.url);
  const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: VERSION });
  expect(/__version__ = "(.*)"/.exec(read('python/genenv/__init__.py'))?.[1]).toBe(VERSION);
});
