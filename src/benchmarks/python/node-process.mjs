/**
 * @file The process of CPython in Node: answers each text that it is sent. Node's permissions leave it pyodide's folder and this
 * one to read, and no other file, no process, thread or addon. Node before 25 cannot deny the network by permission: nothing in
 * this process asks for it, no code is made of strings, and the global functions that could are removed before the first text.
 */
import { readFileSync } from 'node:fs';
import { DATA_FILES, openCPython } from './cpython.mjs';

const { argv, exit } = process;
const send = process.send.bind(process);
const listen = process.on.bind(process, 'message');
const [folder, program] = argv.slice(2);

const read = (name) => readFileSync(`${folder}/${name}`);
const load = (name) => import(`data:text/javascript;base64,${read(name).toString('base64')}`);

try {
  const files = Object.fromEntries(DATA_FILES.map((name) => [name, read(name)]));
  // pyodide would take Node's files and sockets, but takes this process for a worker of a page.
  delete globalThis.process;
  Object.assign(globalThis, { self: globalThis, location: new URL('https://files.invalid/'), importScripts() {} });
  await load('pyodide.asm.js');
  const { loadPyodide } = await load('pyodide.mjs');
  const answer = await openCPython(loadPyodide, program, files);
  listen((text) => {
    try {
      send(answer(text));
    } catch {
      exit(1);
    }
  });
  send('ready');
} catch (error) {
  send(String(error), () => exit(1));
}
