/**
 * @file Builds the page and tests it in the installed Firefox (`npm run e2e:firefox`). Passes its arguments to vitest.
 */
import { findFirefox, installDependencies, run, runQuietly } from './setup.mjs';

installDependencies();
const { env, missing } = findFirefox();
if (missing) {
  console.error(missing);
  process.exit(1);
}
console.log('Building the page …');
if (runQuietly('npx', ['vite', 'build', '--logLevel', 'warn']) !== 0) process.exit(1);
const args = ['vitest', 'run', '--reporter=verbose', ...process.argv.slice(2)];
process.exit(run('npx', args, { env: { ...process.env, ...env, GENENV_TEST: 'firefox' } }));
