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
  // A missing model file must be a 404, never the start page as some single-page server would answer.
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
  // This takes ONNX Runtime Web without its WebAssembly: workers/player/onnx-host.ts says which one it loads.
  resolve: {
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
    alias: [withoutParser],
  },
  worker: {
    format: 'es',
    plugins: () => [parsedMessages(), notices.worker],
    // The parser of GGUF takes one list out of this library, which does not say that the rest can be left out.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /@huggingface\/tasks\//, sideEffects: false }] } },
  },
  // These are found before the first visit: a library found late, in a worker, would make the development server reload
  // the page.
  optimizeDeps: { entries: ['index.html', 'workers/*/*.worker.ts'] },
  build: {
    target: 'es2023',
    rolldownOptions: {
      input: { index: 'index.html', [SERVICE_WORKER]: 'workers/offline/offline.worker.ts' },
      output: {
        // Libraries and rooms below the words that the first screen needs are one file: many small files cost a round
        // trip for each six of them. The words are awaited, so files that need the words stay apart.
        codeSplitting: {
          groups: [{ name: 'base', tags: ['$initial'], test: /\/node_modules\/|\/src\/(?!ui\/|text\/)/ }],
        },
        // A service worker governs the folder that it lies in, under a name that stays.
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
