import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { adapterEnvironment } from './src/cli/adapter-environment.mjs';

// Forked test processes inherit this environment: Dawn then finds a GPU, or Chromium's software adapter.
Object.assign(process.env, adapterEnvironment());
// Kernels without bounds checks have the same bits and take a quarter less time; pages keep the checks, and so do their tests.
process.env.GENENV_DAWN_FLAGS ??= 'enable-dawn-features=disable_robustness';

const ALL = ['{src,workers,build,scripts,faults,bench}/**/!(*.engines).test.ts'];
/** They need Python with its packages: `npm run test:engines` runs them, and nothing else. */
const OF_ENGINES = ['src/**/*.engines.test.ts'];
/** They test what a process does first: how Dawn starts, what transformers.js finds, sentences that are not loaded yet. */
const OWN_PROCESS = [
  'src/tensor/graphics-features.test.ts',
  'src/lm/files/transformers-js.test.ts',
  'src/ui/shared/problems.test.ts',
];

export default defineConfig({
  // Components are compiled for the server: a test renders them to HTML, without a browser.
  plugins: [svelte({ configFile: false })],
  test: {
    pool: 'forks',
    // Two cores: pipelines compile on one while the software adapter computes on the other.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: process.env.GENENV_TEST_ENGINES
      ? [{ extends: true, test: { name: 'engines', include: OF_ENGINES } }]
      : [
          // Test files of one process share its modules: to load them for each file took a tenth of the whole.
          { extends: true, test: { name: 'shared', include: ALL, exclude: OWN_PROCESS, isolate: false } },
          { extends: true, test: { name: 'own process', include: OWN_PROCESS } },
        ],
  },
});
