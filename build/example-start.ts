/** @file This Vite plugin makes the start file of the recorded run, in development and in the build. */
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { EXAMPLE_FILE, START_FILE } from '../src/ui/state/example.ts';

/**
 * Imports on demand. A static import would make each file that it reaches a part of Vite's configuration, and each
 * change of one would restart the development server.
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
