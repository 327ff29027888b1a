/** @file A thread that tells what is left in it once CPython has been opened. */
import { parentPort } from 'node:worker_threads';
import { loadPyodide } from 'pyodide';
import { openCPython } from '../cpython.mjs';

const port = parentPort;
await openCPython(loadPyodide, 'def close_off(): pass\ndef answer(question): return question');
port.postMessage({
  names: Object.getOwnPropertyNames(globalThis),
  makesCode: [() => {}, async () => {}, function* () {}, async function* () {}].some((kind) => kind.constructor),
});
