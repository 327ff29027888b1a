/** @file CPython for the threads of the page: its files are fetched when the first text is read by it. */
import program from '../../src/benchmarks/bfcl/decode_calls.py?raw';
import cpython from '../../src/benchmarks/python/cpython.mjs?raw';
import { DATA_FILES } from '../../src/benchmarks/python/cpython.mjs';
import { Python, type PythonThread } from '../../src/benchmarks/python/python.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import { pageFolder } from '../rpc/model-url.ts';
import { trustedTypes } from '../rpc/same-origin-scripts.ts';
import thread from './page-thread.mjs?raw';

async function fetched(name: string): Promise<Response> {
  const response = await fetch(new URL(`python/${name}`, pageFolder()));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

const texts = (names: readonly string[]) => Promise.all(names.map(async (name) => (await fetched(name)).text()));
const bytes = (names: readonly string[]) => Promise.all(names.map(async (name) => (await fetched(name)).arrayBuffer()));

/** The thread's whole program as one address: a thread with an origin of its own can import nothing of the page's. */
function address(interpreter: string, loader: string): string {
  const bound = loader.replace(/export\s*\{\s*(\w+) as loadPyodide[^]*$/, 'const loadPyodide = $1;');
  return `data:text/javascript,${encodeURIComponent([interpreter, bound, cpython, thread].join('\n'))}`;
}

// The default policy refuses `data:` addresses; this one serves the interpreter's own program and nothing else.
const own = trustedTypes?.createPolicy('python-thread', { createScriptURL: (script) => script });

async function openThread(): Promise<PythonThread> {
  const notStarted = (error: Error) => {
    throw new CodedError('python-not-started', { where: 'page', cause: error.message });
  };
  const [[interpreter, loader], data] = await Promise.all([
    texts(['pyodide.asm.js', 'pyodide.mjs']),
    bytes(DATA_FILES),
  ]).catch(notStarted);
  const script = address(interpreter, loader);
  const worker = new Worker(own?.createScriptURL(script) ?? script, { type: 'module', name: 'python' });
  const next = () =>
    new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data: received }: MessageEvent<unknown>) =>
        typeof received === 'string' ? resolve(received) : reject(new Error('Python gave no answer.'));
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'its program could not be loaded'));
      };
    });
  const files = Object.fromEntries(DATA_FILES.map((name, i) => [name, data[i]]));
  worker.postMessage({ program, files }, data);
  await next().catch((error: Error) => {
    worker.terminate();
    notStarted(error);
  });
  return {
    ask(text) {
      worker.postMessage(text);
      return next();
    },
    end: () => worker.terminate(),
  };
}

export const pagePython = new Python(openThread);
