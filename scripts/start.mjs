/**
 * @file `npm start`: installs what is missing, builds the playground, serves it and opens it in the browser.
 * Arguments are passed on to Vite (`npm start -- --port 5000`). With `--no-open` it only prints the address.
 */
import { installDependencies, run } from './setup.mjs';

const args = process.argv.slice(2);
const open = !args.includes('--no-open');
installDependencies();
console.log('Building the page …');
const failed = run('npx', ['vite', 'build', '--logLevel', 'warn']);
process.exit(
  failed ||
    run('npx', [
      ...['vite', 'preview', ...(open ? ['--open', '/'] : [])],
      ...args.filter((argument) => argument !== '--no-open'),
    ]),
);
