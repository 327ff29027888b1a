/** @file pyodide from its folder, for a thread or process of Node that takes itself for a worker of a page from then on. */
import { readFileSync } from 'node:fs';
import { DATA_FILES } from './cpython.mjs';

const moduleOf = (code) => import(`data:text/javascript;base64,${code.toString('base64')}`);

/** pyodide's loader and the files that it asks for. It would take Node's files and sockets, but finds no Node. */
export async function loadFolder(folder) {
  const read = (name) => readFileSync(`${folder}/${name}`);
  const files = Object.fromEntries(DATA_FILES.map((name) => [name, read(name)]));
  const [interpreter, loader] = ['pyodide.asm.js', 'pyodide.mjs'].map(read);
  delete globalThis.process;
  const location = new URL('https://files.invalid/');
  Object.assign(globalThis, { self: globalThis, location, importScripts() {} });
  await moduleOf(interpreter);
  const { loadPyodide } = await moduleOf(loader);
  return { loadPyodide, files };
}
