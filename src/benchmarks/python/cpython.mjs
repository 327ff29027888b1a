/**
 * @file CPython as WebAssembly: pyodide 0.25.1, the last with CPython 3.11, with which the official verdicts were recorded; later
 * ones read other f-strings and add floats in another way. Its way out is cut: once the program stands, WebAssembly can call no
 * function of JavaScript but those in `OPEN`. JavaScript, because it runs in a process without TypeScript, and in a worker that
 * is made of texts.
 */

/** The files of pyodide that the interpreter asks for by name. */
export const DATA_FILES = ['pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

/** What stays callable: it calls functions of the same WebAssembly, and moves or enlarges its memory. */
const OPEN = new Set([
  ...['_PyEM_TrampolineCall_JS', 'emscripten_memcpy_js', 'emscripten_resize_heap', 'emscripten_get_heap_max'],
]);

/** “Operation not permitted”, as WASI and Emscripten number it. */
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

/** What an open interpreter still takes from the global object: it enlarges its memory, and reads and writes text in it. */
const KEPT = new Set([
  ...['globalThis', 'undefined', 'Object', 'Reflect', 'String', 'JSON', 'Math', 'Error', 'TextDecoder', 'WebAssembly'],
  ...['Int8Array', 'Int16Array', 'Int32Array', 'BigInt64Array', 'Uint8Array', 'Uint16Array', 'Uint32Array'],
  ...['BigUint64Array', 'Float32Array', 'Float64Array'],
]);

const functionKinds = [function () {}, async function () {}, function* () {}, async function* () {}];

/** Empties this thread: no file, no network, no storage, no further thread, no code made of strings. */
function emptyThread() {
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

/**
 * Starts CPython, runs a program in it, and cuts the way out.
 * @param {typeof import('pyodide').loadPyodide} loadPyodide
 * @param {string} program a module of Python with `answer(question)`, which takes and gives JSON
 * @param {Readonly<Record<string, ArrayBuffer | Uint8Array>>} files `DATA_FILES` by name
 * @returns {Promise<(text: string) => string>} the program's answer to a text. @throws if the interpreter has ended
 */
export async function openCPython(loadPyodide, program, files) {
  let close = none;
  globalThis.fetch = async (address) => {
    const bytes = files[String(address).split('/').at(-1)];
    return { ok: true, arrayBuffer: () => bytes, json: () => JSON.parse(new TextDecoder().decode(bytes)) };
  };
  WebAssembly.instantiateStreaming = async (response, imports) => {
    close = gate(imports);
    return WebAssembly.instantiate(await (await response).arrayBuffer(), imports);
  };
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
  emptyThread();
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
