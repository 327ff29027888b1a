/** @file Builds the page: Svelte, module workers, and the model folders served beside it. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig } from 'vite';
import { contentSecurityPolicy, headersFile, hubAddress } from './build/headers.ts';
import { exampleStartFile, modelFolders } from './build/served-files.ts';
import { parsedMessages, SERVICE_WORKER, serviceWorker, thirdPartyNotices, withoutParser } from './build/plugins.ts';
import { writeMessageTypes } from './scripts/message-types.mjs';

writeMessageTypes();
const notices = thirdPartyNotices();
const hub = hubAddress(process.env.GENENV_HUB);

export default defineConfig({
  // Every address is relative, so that the build works in any folder of any static host.
  base: './',
  // A missing model file must give a 404, not the start page, which servers of single-page apps send.
  appType: 'mpa',
  plugins: [
    parsedMessages(),
    headersFile(hub),
    svelte({ configFile: false }),
    modelFolders('models'),
    exampleStartFile(),
    contentSecurityPolicy(hub),
    notices.page,
    serviceWorker(),
  ],
  // Use ONNX Runtime Web without its own WebAssembly, because workers/player/onnx-host.ts says which file to load.
  resolve: {
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
    alias: [withoutParser],
  },
  worker: {
    format: 'es',
    plugins: () => [parsedMessages(), notices.worker],
    // The GGUF parser needs one list of this library, which does not declare that bundlers may drop the rest.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /@huggingface\/tasks\//, sideEffects: false }] } },
  },
  // Find the libraries in these files before the first visit. If the development server finds a library late, in a
  // worker, it reloads the page.
  optimizeDeps: { entries: ['index.html', 'workers/*/*.worker.ts'] },
  build: {
    target: 'es2023',
    rolldownOptions: {
      input: { index: 'index.html', [SERVICE_WORKER]: 'workers/offline/offline.worker.ts' },
      output: {
        // One file holds the code of libraries and src/ for the first screen, because browsers load about six files at
        // a time. Code in ui/ and text/ stays apart, because it waits for the language catalogue.
        codeSplitting: {
          groups: [{ name: 'base', tags: ['$initial'], test: /\/node_modules\/|\/src\/(?!ui\/|text\/)/ }],
        },
        // A service worker controls its own folder, and its name must stay the same in every build.
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
