import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { adapterEnvironment } from './src/cli/adapter-environment.mjs';

// Forked test processes inherit this environment: Dawn then finds a GPU, or Chromium's software adapter.
Object.assign(process.env, adapterEnvironment());
// Kernels without bounds checks have the same bits and take a quarter less time; pages keep the checks, and so do their tests.
process.env.GENENV_DAWN_FLAGS ??= 'enable-dawn-features=disable_robustness';

export default defineConfig({
  // Components are compiled for the server: a test renders them to HTML, without a browser.
  plugins: [svelte({ configFile: false })],
  test: {
    // Those of engines need Python with their packages: `npm run test:engines` runs them, and nothing else.
    include: process.env.GENENV_TEST_ENGINES
      ? ['src/**/*.engines.test.ts']
      : ['{src,workers,build,scripts,faults,bench}/**/!(*.engines).test.ts'],
    pool: 'forks',
    // Two cores: pipelines compile on one while the software adapter computes on the other.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
