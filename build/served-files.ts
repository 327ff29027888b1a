/**
 * @file Defines Vite plugins that serve files beside the page in development, and put them into the build. The files
 * are the model folders and the start file of the recorded run.
 */
import { cp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { EXAMPLE_FILE, START_FILE } from '../src/ui/state/example.ts';

const MODEL_FILE = /\.(json|safetensors|onnx)$/;

/**
 * Serves the model folders, with status 404 for missing files, and copies them into the build.
 * @param folder path of the models from the project's root, and from the page's address
 */
export function modelFolders(folder: string): Plugin {
  let root = '';
  return {
    name: 'model-folders',
    configResolved(config) {
      root = join(config.root, folder);
    },
    configureServer: ({ config, middlewares }) => {
      const address = `${config.base}${folder}/`;
      // Vite serves existing files itself. Without this handler it would answer a missing file with the page.
      return () => {
        middlewares.use(({ originalUrl }, response, next) => {
          if (!originalUrl?.startsWith(address)) return next();
          response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such model file.');
        });
      };
    },
    async writeBundle({ dir }) {
      const there = await stat(root).catch(() => undefined);
      if (!there || !dir) return;
      const filter = async (path: string) => MODEL_FILE.test(path) || (await stat(path)).isDirectory();
      await cp(root, join(dir, folder), { recursive: true, filter });
    },
  };
}

/**
 * Returns the content of the start file. Imports its maker on demand. With a static import, every change of an imported
 * file would restart the development server, because Vite would count the file as configuration.
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
