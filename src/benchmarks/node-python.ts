/** @file CPython for the command line and for tests: pyodide from `node_modules`, in a process of its own. Node only. */
import { fork } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CodedError } from '../common/coded-error.ts';
import { Python, type PythonThread } from './python/python.ts';

const here = (path: string) => realpathSync(fileURLToPath(new URL(path, import.meta.url)));

/**
 * @param program a module of Python with `answer(question)`
 * @param options further options of Node
 */
export async function openProcess(program: string, options: string[] = []): Promise<PythonThread> {
  const pyodide = realpathSync(dirname(createRequire(import.meta.url).resolve('pyodide/package.json')));
  const entry = here('./python/node-process.mjs');
  const child = fork(entry, [pyodide, program], {
    execArgv: [
      process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
      ...[dirname(entry), pyodide].map((path) => `--allow-fs-read=${join(path, '*')}`),
      '--disallow-code-generation-from-strings',
      ...options,
    ],
    env: {},
    cwd: pyodide,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const next = () =>
    new Promise<string>((resolve, reject) => {
      const ended = () => reject(new Error('its process has ended'));
      child.ref();
      child.channel?.ref();
      child.once('message', (message) => {
        child.off('error', ended).off('exit', ended);
        // Between two texts the process does not keep this one.
        child.unref();
        child.channel?.unref();
        resolve(String(message));
      });
      child.once('error', ended).once('exit', ended);
    });
  const started = await next().catch((error: Error) => error.message);
  if (started !== 'ready') {
    end();
    throw new CodedError('python-not-started', { where: 'node', cause: started });
  }
  return {
    ask(text) {
      child.send(text);
      return next();
    },
    end,
  };
}

export const nodePython = new Python(() => openProcess(readFileSync(here('./bfcl/decode_calls.py'), 'utf8')));
