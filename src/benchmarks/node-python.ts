/** @file CPython for the command line and for tests: pyodide from `node_modules`, in a thread. Node only. */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { CodedError } from '../common/coded-error.ts';
import { Python, type PythonThread } from './python/python.ts';

async function openThread(): Promise<PythonThread> {
  const program = await readFile(new URL('./bfcl/decode_calls.py', import.meta.url), 'utf8');
  // Nothing that the process was started with: no loader of TypeScript, no environment.
  const options = { workerData: { program }, execArgv: [], env: {}, stdout: true, stderr: true };
  const worker = new Worker(new URL('./python/node-thread.mjs', import.meta.url), options);
  const next = () =>
    new Promise<string>((resolve, reject) => {
      const ended = (error: unknown) => reject(error instanceof Error ? error : new Error('The thread has ended.'));
      worker.ref();
      worker.once('message', (message: string) => {
        worker.off('error', ended).off('exit', ended);
        // Between two texts the thread does not keep the process.
        worker.unref();
        resolve(message);
      });
      worker.once('error', ended).once('exit', ended);
    });
  await next().catch((error: Error) => {
    throw new CodedError('python-not-started', { where: 'node', cause: error.message });
  });
  return {
    ask(text) {
      worker.postMessage(text);
      return next();
    },
    end: () => void worker.terminate(),
  };
}

export const nodePython = new Python(openThread);
