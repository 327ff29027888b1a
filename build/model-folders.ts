/** @file This Vite plugin serves the model folders beside the page in development, and copies them into the build. */
import { createReadStream } from 'node:fs';
import { cp, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const contentTypes: Record<string, string> = {
  '.json': 'application/json',
  '.safetensors': 'application/octet-stream',
  '.onnx': 'application/octet-stream',
};
const isModelFile = (path: string): boolean => extname(path) in contentTypes;

/** @param folder path from the root of the project; also the path in the address */
export function modelFolders(folder: string): Plugin {
  let root = '';

  /** Finds the file that a request names; undefined if it is missing or outside the folder. */
  async function requested({ url = '' }: IncomingMessage): Promise<{ path: string; size: number } | undefined> {
    try {
      const path = resolve(root, `.${decodeURIComponent(new URL(url, 'http://localhost').pathname)}`);
      if (relative(root, path).startsWith('..')) return undefined;
      const found = await stat(path);
      return found.isFile() ? { path, size: found.size } : undefined;
    } catch {
      return undefined;
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
    const extension = extname(request.url?.split('?')[0] ?? '');
    if (!(extension in contentTypes)) return next();
    const file = await requested(request);
    if (!file) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such model file.');
      return;
    }
    response.writeHead(200, { 'Content-Type': contentTypes[extension], 'Content-Length': file.size });
    createReadStream(file.path).pipe(response);
  }

  return {
    name: 'model-folders',
    configResolved(config) {
      root = join(config.root, folder);
    },
    configureServer(server) {
      server.middlewares.use(`${server.config.base}${folder}`, (request, response, next) => {
        void serve(request, response, next);
      });
    },
    async writeBundle({ dir }) {
      const there = await stat(root).catch(() => undefined);
      if (!there || !dir) return;
      // Copies folders and the files of models, nothing else.
      const filter = async (path: string) => isModelFile(path) || (await stat(path)).isDirectory();
      await cp(root, join(dir, folder), { recursive: true, filter });
    },
  };
}
