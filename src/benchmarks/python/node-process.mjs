/**
 * @file Runs CPython in a process of its own and answers each text that the process is sent. CPython is WebAssembly: pyodide
 * 0.25.1, the last with CPython 3.11, with which the official verdicts were recorded. Later ones read other f-strings and
 * add floats in another way.
 *
 * Node's permissions let the process read pyodide's folder and this one, and no other file, and start no process, thread or
 * addon. Node before 25 cannot deny the network by permission. So the way out is cut before the first text: WebAssembly can
 * call no function of JavaScript but those in `OPEN`, and the global functions that could reach out are removed.
 */
import { readFileSync } from 'node:fs';

/** These functions stay callable: they call functions of the same WebAssembly, and move or enlarge its memory. */
const OPEN = new Set([
  ...['_PyEM_TrampolineCall_JS', 'emscripten_memcpy_js', 'emscripten_resize_heap', 'emscripten_get_heap_max'],
]);

/** WASI and Emscripten number “operation not permitted” like this. */
const EPERM = 63;

/**
 * Puts a gate before each function that WebAssembly imports. pyodide's JavaScript objects, its file systems and sockets are all
 * behind it, and functions that reach WebAssembly by address are taken from the same imports.
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
        // A system call fails; whatever else is asked for ends the interpreter.
        if (name.startsWith('__syscall_')) return -EPERM;
        if (module === 'wasi' && name.startsWith('fd_')) return EPERM;
        throw new Error(`Python asked for ${name}.`);
      };
      functions[name] = Object.assign(gated, { sig: original.sig });
    }
  }
  return () => (closed = true);
}

/** An open interpreter still takes these names from the global object: to enlarge its memory, and for text in it. */
const KEPT = new Set([
  ...['globalThis', 'undefined', 'Object', 'Reflect', 'String', 'JSON', 'Math', 'Error', 'TextDecoder', 'WebAssembly'],
  ...['Int8Array', 'Int16Array', 'Int32Array', 'BigInt64Array', 'Uint8Array', 'Uint16Array', 'Uint32Array'],
  ...['BigUint64Array', 'Float32Array', 'Float64Array'],
]);

const functionKinds = [function () {}, async function () {}, function* () {}, async function* () {}];

/** Empties this process: no file, no network, no storage, no further thread, no code made of strings. */
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
 * Starts CPython, runs the program in it, and cuts the way out.
 * @returns {Promise<(text: string) => string>} the program's answer to a text. @throws if the interpreter has ended
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
  // pyodide would take Node's files and sockets, but takes this process for a worker of a page.
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
  // From here on, text goes through the memory of WebAssembly, by the C interface of CPython.
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
