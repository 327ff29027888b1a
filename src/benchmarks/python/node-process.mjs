/**
 * @file The process of CPython in Node: answers each text that it is sent. Node's permissions leave it pyodide's folder and this
 * one to read, and no other file, no process, thread or addon. Node before 25 cannot deny the network by permission: nothing in
 * this process asks for it, no code is made of strings, and the global functions that could are removed before the first text.
 */
import { openCPython } from './cpython.mjs';
import { loadFolder } from './node-loader.mjs';

const { argv, exit } = process;
const send = process.send.bind(process);
const listen = process.on.bind(process, 'message');
const [folder, program] = argv.slice(2);

try {
  const { loadPyodide, files } = await loadFolder(folder);
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
