/**
 * @file This Vite plugin serves CPython's files (pyodide) unchanged beside the page, in development and in the build.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  'pyodide.mjs': 'text/javascript',
  'pyodide.asm.js': 'text/javascript',
  'pyodide.asm.wasm': 'application/wasm',
  'python_stdlib.zip': 'application/zip',
  'pyodide-lock.json': 'application/json',
};
const { resolve } = createRequire(import.meta.url);
const read = (file: string) => readFile(resolve(`pyodide/${file}`));

/** @param folder path in the address */
export const pythonFiles = (folder: string): Plugin => ({
  name: 'python-files',
  configureServer({ config, middlewares }) {
    middlewares.use(`${config.base}${folder}`, (request, response, next) => {
      const file = request.url?.slice(1).split('?')[0] ?? '';
      if (!Object.hasOwn(CONTENT_TYPES, file)) return next();
      void read(file).then((content) => {
        response.writeHead(200, { 'Content-Type': CONTENT_TYPES[file] }).end(content);
      }, next);
    });
  },
  async generateBundle() {
    for (const file of Object.keys(CONTENT_TYPES)) {
      this.emitFile({ type: 'asset', fileName: `${folder}/${file}`, source: await read(file) });
    }
  },
});
