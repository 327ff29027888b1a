/**
 * @file A test loads this file before the process of CPython. The process then answers each text with its remaining
 * global names, and with the imports of WebAssembly that still act.
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
