/** @file The thread of CPython in Node: answers each text that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadPyodide } from 'pyodide';
import { openCPython } from './cpython.mjs';

const port = parentPort;
const answer = await openCPython(loadPyodide, workerData.program);
port.on('message', (text) => port.postMessage(answer(text)));
port.postMessage('ready');
