/**
 * @file Vite plugins that serve files beside the page in development and put them into the build: the model folders and
 * the recorded run's start file.
 */
import { createReadStream } from 'node:fs';
import { cp, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { EXAMPLE_FILE, START_FILE } from '../src/ui/state/example.ts';

const MODEL_TYPES: Record<string, string> = {
  '.json': 'application/json',
  '.safetensors': 'application/octet-stream',
  '.onnx': 'application/octet-stream',
};
const isModelFile = (path: string): boolean => extname(path) in MODEL_TYPES;

/** @param folder path from the project's root, and path in the address */
export function modelFolders(folder: string): Plugin {
  let root = '';

  /** Finds the file that a request names. Returns undefined if it is missing or outside the folder. */
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
    if (!(extension in MODEL_TYPES)) return next();
    const file = await requested(request);
    if (!file) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such model file.');
      return;
    }
    response.writeHead(200, { 'Content-Type': MODEL_TYPES[extension], 'Content-Length': file.size });
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
      // Copy only folders and model files.
      const filter = async (path: string) => isModelFile(path) || (await stat(path)).isDirectory();
      await cp(root, join(dir, folder), { recursive: true, filter });
    },
  };
}

/**
 * Imports on demand. With a static import, every change of an imported file would restart the development server,
 * because Vite would count the file as configuration.
 */
async function startOf(folder: string): Promise<string> {
  const path = join(import.meta.dirname, '../src/ui/state/example-start-file.ts');
  const { module } = await runnerImport<typeof import('../src/ui/state/example-start-file.ts')>(path, {
    configFile: false,
  });
  return module.startFile(join(folder, EXAMPLE_FILE));
}

export function exampleStartFile(): Plugin {
  let publicDir = '';
  return {
    name: 'example-start-file',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    configureServer({ config, middlewares }) {
      middlewares.use(`${config.base}${START_FILE}`, (_, response, next) => {
        void startOf(publicDir).then((text) => {
          response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
        }, next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: START_FILE, source: await startOf(publicDir) });
    },
  };
}
