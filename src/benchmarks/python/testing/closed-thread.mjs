/** @file A thread that opens CPython and tells what is left in it: global names, and the imports of WebAssembly that still act. */
import { parentPort, workerData } from 'node:worker_threads';
import { openCPython } from '../cpython.mjs';
import { loadFolder } from '../node-loader.mjs';

const port = parentPort;
const { loadPyodide, files } = await loadFolder(workerData.folder);
const { instantiate } = WebAssembly;
const imported = {};
WebAssembly.instantiate = (bytes, imports) => {
  Object.assign(imported, imports.env, imports.wasi_snapshot_preview1);
  return instantiate(bytes, imports);
};
await openCPython(loadPyodide, 'def answer(question): return question', files);

const functions = Object.entries(imported).filter(([, value]) => typeof value === 'function');
const acts = ([name, call]) => {
  try {
    return Math.abs(call()) !== 63;
  } catch (error) {
    return error.message !== `Python asked for ${name}.`;
  }
};
port.postMessage({
  names: Object.getOwnPropertyNames(globalThis),
  makesCode: [() => {}, async () => {}, function* () {}, async function* () {}].some((kind) => kind.constructor),
  imports: functions.length,
  acting: functions.filter(acts).map(([name]) => name),
});
