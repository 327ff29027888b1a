/**
 * @file CPython in the thread that imports this, in a browser or in Node: pyodide, closed off from everything else. Its version
 * is 0.25.1, the last with CPython 3.11: the official verdicts were recorded with that, and later ones read other f-strings and
 * add floats in another way. JavaScript, because a worker of Node loads no TypeScript.
 */

/** The rest of the global object: the language, and what CPython's own runtime calls. */
const KEPT = new Set([
  ...['globalThis', 'undefined', 'NaN', 'Infinity', 'Object', 'Function', 'Array', 'Number', 'Boolean', 'String'],
  ...['Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError'],
  ...['SyntaxError', 'TypeError', 'URIError', 'JSON', 'Math', 'Intl', 'ArrayBuffer', 'SharedArrayBuffer', 'Atomics'],
  ...['Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array'],
  ...['Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set'],
  ...['WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Proxy', 'Reflect', 'WebAssembly', 'Iterator'],
  ...['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'decodeURIComponent', 'encodeURIComponent'],
  ...['TextDecoder', 'TextEncoder', 'performance', 'crypto'],
]);

const functionKinds = [function () {}, async function () {}, function* () {}, async function* () {}];

/**
 * Empties this thread: no file, no network, no storage, no further thread, no code made of strings. A text that found its way
 * from Python to JavaScript would find the language alone.
 */
function closeOff() {
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
 * Starts CPython, runs a program in it, and closes the thread off.
 * @param {typeof import('pyodide').loadPyodide} loadPyodide
 * @param {string} program a module of Python with `close_off()` and `answer(question)`, which takes and gives JSON
 * @param {string} [folder] address of pyodide's files; in Node they are found beside its package
 * @returns {Promise<(text: string) => string>} the program's answer to a text
 */
export async function openCPython(loadPyodide, program, folder) {
  const python = await loadPyodide({
    ...(folder !== undefined && { indexURL: folder }),
    // Nothing of the thread but what CPython's event loop imports, and of that nothing that works.
    jsglobals: { setTimeout: none, clearTimeout: none },
    stdin: () => null,
    stdout: none,
    stderr: none,
  });
  python.runPython(program);
  const answer = python.globals.get('answer');
  python.globals.get('close_off')();
  closeOff();
  return (text) => answer(JSON.stringify(text));
}
