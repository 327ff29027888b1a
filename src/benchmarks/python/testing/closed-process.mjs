/**
 * @file Runs in CPython's process before node-process.mjs, in one test. The process then answers each text with a list
 * of its remaining global names, and of the WebAssembly imports that still work.
 */
const { instantiate } = WebAssembly;
const imported = {};
WebAssembly.instantiate = (bytes, imports) => {
  Object.assign(imported, imports.env, imports.wasi_snapshot_preview1);
  return instantiate(bytes, imports);
};

const acts = ([name, call]) => {
  try {
    return Math.abs(call()) !== 63;
  } catch (error) {
    return error.message !== `Python asked for ${name}.`;
  }
};
function left() {
  const functions = Object.entries(imported).filter(([, value]) => typeof value === 'function');
  return {
    names: Object.getOwnPropertyNames(globalThis),
    makesCode: [() => {}, async () => {}, function* () {}, async function* () {}].some((kind) => kind.constructor),
    imports: functions.length,
    acting: functions.filter(acts).map(([name]) => name),
  };
}

const send = process.send.bind(process);
process.send = (answer, ...rest) => send(answer === 'ready' ? answer : JSON.stringify(left()), ...rest);
