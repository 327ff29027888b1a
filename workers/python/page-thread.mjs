/**
 * @file The thread of CPython in the page: answers each text that it is sent. It is started as the last part of one text, after
 * pyodide and cpython.mjs, from a `data:` address. That gives it an origin of its own, which shares no storage, no file and no
 * address with the page.
 */
/* global openCPython, loadPyodide */
const post = postMessage.bind(self);
const listen = addEventListener.bind(self);

async function open({ program, files }) {
  if (self.origin !== 'null') throw new Error(`Python's thread has the origin ${self.origin}.`);
  const answer = await openCPython(loadPyodide, program, files);
  listen('message', ({ data }) => post(answer(data)));
  post('ready');
}

const start = ({ data }) =>
  open(data).catch((error) => {
    // The thread that started this one learns of errors that are thrown, not of promises that are rejected.
    setTimeout(() => {
      throw error;
    });
  });
listen('message', start, { once: true });
