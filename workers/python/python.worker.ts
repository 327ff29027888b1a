/** @file The thread of CPython in the page: answers each text that it is sent. */
import program from '../../src/benchmarks/bfcl/decode_calls.py?raw';
import { openCPython } from '../../src/benchmarks/python/cpython.mjs';
import { pageFolder } from '../rpc/page-folder.ts';

// The thread is closed off from these afterwards.
const post = postMessage.bind(self);
const listen = addEventListener.bind(self);

async function open(): Promise<(text: string) => string> {
  const folder = new URL('python/', pageFolder()).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import('pyodide');
  return openCPython(loadPyodide, program, folder);
}

open().then(
  (answer) => {
    listen('message', ({ data }: MessageEvent<string>) => post(answer(data)));
    post('ready');
  },
  // The thread that started this one learns of errors that are thrown, not of promises that are rejected.
  (error: unknown) => {
    setTimeout(() => {
      throw error;
    });
  },
);
