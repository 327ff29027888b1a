/**
 * @file Reads a folder on disk as {@link BenchmarkFiles}, and runs CPython (pyodide from `node_modules`) in its own
 * process. Node only.
 */
import { fork } from 'node:child_process';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CodedError } from '../common/coded-error.ts';
import { fileSize, ifFileExists, pathInside } from '../common/node-files.ts';
import type { BenchmarkFiles, ByteFile } from './benchmark.ts';
import { Python, type PythonProcess } from './python/python.ts';

/** Opens one file on disk as a stream. Rejects if there is no file at this path. */
export async function diskFile(path: string): Promise<ByteFile> {
  const size = await fileSize(path);
  return { size, stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> };
}

/** Lists every file below `folder`. Follows symbolic links, except to a folder above, which would loop. */
async function filesBelow(folder: string, above: readonly string[] = []): Promise<string[]> {
  const here = await realpath(folder);
  if (above.includes(here)) return [];
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // `kind` is undefined for a broken link.
    const kind = entry.isSymbolicLink() ? await ifFileExists(path, () => stat(path)) : entry;
    if (kind?.isFile()) files.push(path);
    else if (kind?.isDirectory()) files.push(...(await filesBelow(path, [...above, here])));
  }
  return files;
}

/** Opens a folder with every file below it. A name that points outside the folder counts as missing. */
export const diskFiles = (folder: string): BenchmarkFiles => ({
  async names() {
    const paths = await filesBelow(folder);
    return paths.map((path) => relative(folder, path).split(sep).join('/')).sort();
  },
  async open(name) {
    const path = pathInside(folder, name);
    if (path === undefined) return null;
    return (await ifFileExists(path, () => diskFile(path))) ?? null;
  },
});

const here = (path: string) => realpathSync(fileURLToPath(new URL(path, import.meta.url)));

/**
 * Starts CPython in its own process.
 * @param program source of a Python module with `answer(question)`
 * @param options further options of Node
 */
export async function openProcess(program: string, options: string[] = []): Promise<PythonProcess> {
  const pyodide = realpathSync(
    process.env.GENENV_PYODIDE ?? dirname(createRequire(import.meta.url).resolve('pyodide/package.json')),
  );
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
        // An idle Python process must not keep this process alive.
        child.unref();
        child.channel?.unref();
        resolve(String(message));
      });
      child.once('error', ended).once('exit', ended);
    });
  const started = await next().catch((error: Error) => error.message);
  if (started !== 'ready') {
    end();
    throw new CodedError('python-not-started', { cause: started });
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
