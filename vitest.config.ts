import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { writeMessageTypes } from './scripts/message-types.mjs';
import { compiledPyodide } from './src/benchmarks/testing/compiled-pyodide.mjs';
import { adapterEnvironment } from './src/cli/adapter-environment.mjs';
import { UNCHECKED_KERNELS } from './src/tensor/testing/unchecked-kernels.ts';

writeMessageTypes();
// Forked test processes inherit this environment: Dawn then finds a GPU, or Chromium's software adapter.
Object.assign(process.env, adapterEnvironment());
process.env.GENENV_PYODIDE ??= await compiledPyodide();
process.env.GENENV_DAWN_FLAGS ??= `enable-dawn-features=${UNCHECKED_KERNELS}`;

/** These files replace modules or choose how Dawn starts, so each gets its own process. */
const ALONE = [
  'src/tensor/{device,node}.test.ts',
  // ONNX Runtime and transformers.js keep settings in their modules, which other tests must not see.
  'src/onnx/**/*.test.ts',
  'src/{policy,runs}/onnx-model*.test.ts',
  'src/lm/files/transformers-js.test.ts',
  'workers/player/onnx-host.test.ts',
  'src/runs/session.test.ts',
  'src/lm/files/web-folder.test.ts',
  'src/common/node-files.test.ts',
  'src/ui/shared/problems.test.ts',
];
/** These tests need programs from outside npm. A script finds the programs and sets GENENV_TEST to a key below. */
const APART: Readonly<Record<string, string[]>> = {
  // `npm run test:engines` installs Python packages.
  engines: ['src/**/*.engines.test.ts'],
  // `npm run e2e:firefox` builds the page and finds Firefox.
  firefox: ['e2e/firefox.test.ts'],
};
const apart = process.env.GENENV_TEST;
const ALL = ['{src,workers,build,scripts,faults,bench}/**/!(*.engines).test.ts'];

export default defineConfig({
  // Components are compiled for the server: a test renders them to HTML, without a browser.
  plugins: [svelte({ configFile: false })],
  test: {
    pool: 'forks',
    // For two cores: pipelines compile on one while the software adapter computes on the other.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['src/common/testing/equal-bytes.ts'],
    projects: apart
      ? [{ extends: true, test: { name: apart, include: APART[apart] } }]
      : [
          // Test files share two processes, so a module is imported at most twice. Imports take as long as the tests.
          {
            extends: true,
            test: {
              name: 'shared',
              include: ALL,
              exclude: ALONE,
              isolate: false,
              setupFiles: ['src/tensor/testing/shared-gpu.ts'],
            },
          },
          { extends: true, test: { name: 'alone', include: ALONE, sequence: { groupOrder: 1 } } },
        ],
  },
});
