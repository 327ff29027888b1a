/**
 * @file Runs CPython in its own process and answers each text that the process receives. CPython is WebAssembly:
 * pyodide 0.25.1, the last one with CPython 3.11, which gave the official verdicts. Later versions read f-strings and
 * add floats in other ways.
 *
 * Node's permissions let the process read only the folders of pyodide and of this file, and start no process, thread or
 * addon. Node before 25 cannot deny the network by permission. So the process closes itself off before the first
 * text. WebAssembly can then call only the JavaScript functions in `OPEN`, and globals with access to the outside are
 * removed.
 */
import { readFileSync } from 'node:fs';

/** Functions that stay callable. They only call functions of the same WebAssembly, and copy or enlarge its memory. */
const OPEN = new Set([
  '_PyEM_TrampolineCall_JS',
  'emscripten_memcpy_js',
  'emscripten_resize_heap',
  'emscripten_get_heap_max',
]);

/** Error number of “operation not permitted” in WASI and Emscripten. */
const EPERM = 63;

/**
 * Puts a gate before each function that WebAssembly imports, except those in `OPEN`. Returns a function that closes the
 * gates. Pyodide's JavaScript objects, file systems and sockets are all behind a gate. So are functions that
 * WebAssembly calls by address.
 */
function gate(imports) {
  let closed = false;
  for (const [module, functions] of [
    ['env', imports.env],
    ['wasi', imports.wasi_snapshot_preview1],
  ]) {
    for (const [name, original] of Object.entries(functions)) {
      if (typeof original !== 'function' || OPEN.has(name)) continue;
      const gated = (...values) => {
        if (!closed) return original(...values);
        // A system call returns an error. Any other call ends the interpreter.
        if (name.startsWith('__syscall_')) return -EPERM;
        if (module === 'wasi' && name.startsWith('fd_')) return EPERM;
        throw new Error(`Python asked for ${name}.`);
      };
      functions[name] = Object.assign(gated, { sig: original.sig });
    }
  }
  return () => (closed = true);
}

/** Global names that a running interpreter needs to enlarge its memory and to handle text in this memory. */
const KEPT = new Set([
  ...['globalThis', 'undefined', 'Object', 'Reflect', 'String', 'JSON', 'Math', 'Error', 'TextDecoder', 'WebAssembly'],
  ...['Int8Array', 'Int16Array', 'Int32Array', 'BigInt64Array', 'Uint8Array', 'Uint16Array', 'Uint32Array'],
  ...['BigUint64Array', 'Float32Array', 'Float64Array'],
]);

const functionKinds = [function () {}, async function () {}, function* () {}, async function* () {}];

/** Removes this process's access to files, network, storage and threads, and its ways to make code from strings. */
function emptyProcess() {
  for (const kind of functionKinds) {
    Object.defineProperty(Object.getPrototypeOf(kind), 'constructor', { value: undefined });
  }
  for (let scope = globalThis; scope !== null && scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    for (const name of Reflect.ownKeys(scope)) {
      if (typeof name === 'string' && name !== 'constructor' && !KEPT.has(name)) Reflect.deleteProperty(scope, name);
    }
  }
}

const none = () => {};

const { argv, exit } = process;
const send = process.send.bind(process);
const listen = process.on.bind(process, 'message');
const [folder, program] = argv.slice(2);

const read = (name) => readFileSync(`${folder}/${name}`);
const load = (name) => import(`data:text/javascript;base64,${read(name).toString('base64')}`);

/**
 * Starts CPython, runs the program in it, and closes the process off.
 * @returns {Promise<(text: string) => string>} function that returns the program's answer to a text, and throws if the
 * interpreter has ended
 */
async function openCPython() {
  let close = none;
  globalThis.fetch = async (address) => {
    const bytes = read(String(address).split('/').at(-1));
    return { ok: true, arrayBuffer: () => bytes, json: () => JSON.parse(bytes.toString()) };
  };
  WebAssembly.instantiateStreaming = async (response, imports) => {
    close = gate(imports);
    return WebAssembly.instantiate(await (await response).arrayBuffer(), imports);
  };
  // Without `process`, pyodide takes this process for a web worker and does not use Node's files and sockets.
  delete globalThis.process;
  Object.assign(globalThis, { self: globalThis, location: new URL('https://files.invalid/'), importScripts() {} });
  await load('pyodide.asm.js');
  /** @type {typeof import('pyodide')} */
  const { loadPyodide } = await load('pyodide.mjs');
  const python = await loadPyodide({
    indexURL: 'https://files.invalid/',
    jsglobals: { setTimeout: none, clearTimeout: none },
    stdin: () => null,
    stdout: none,
    stderr: none,
  });
  python.runPython(program);
  // From here on, texts are passed in WebAssembly's memory through CPython's C interface.
  const c = python._module;
  const main = c.stringToNewUTF8('__main__');
  const name = c.stringToNewUTF8('answer');
  const answer = c._PyObject_GetAttrString(c._PyImport_AddModule(main), name);
  delete c.FS.filesystems.NODEFS;
  close();
  emptyProcess();
  return (text) => {
    const bytes = c.stringToNewUTF8(JSON.stringify(text));
    const question = c._PyUnicode_FromString(bytes);
    c._free(bytes);
    const result = c._PyObject_CallOneArg(answer, question);
    c._Py_DecRef(question);
    if (result === 0) throw new Error('Python gave no answer.');
    const json = c.UTF8ToString(c._PyUnicode_AsUTF8(result));
    c._Py_DecRef(result);
    return json;
  };
}

try {
  const answer = await openCPython();
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
