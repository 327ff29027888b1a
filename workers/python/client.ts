/** @file CPython for the threads of the page: its files are fetched when the first text is read by it. */
import { Python, type PythonThread } from '../../src/benchmarks/python/python.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import { threadName } from '../rpc/thread-name.ts';

async function openThread(): Promise<PythonThread> {
  const worker = new Worker(new URL('./python.worker.ts', import.meta.url), {
    type: 'module',
    name: threadName('python'),
  });
  const next = () =>
    new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'its program could not be loaded'));
      };
    });
  await next().catch((error: Error) => {
    worker.terminate();
    throw new CodedError('python-not-started', { where: 'page', cause: error.message });
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
