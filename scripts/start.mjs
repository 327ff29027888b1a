/**
 * @file `npm start`: installs what is missing, serves the playground and opens it with the default run going.
 * Arguments go on to Vite (`npm start -- --port 5000`); `--no-open` only prints the address.
 */
import { installDependencies, run } from './setup.mjs';

const args = process.argv.slice(2);
const open = !args.includes('--no-open');
installDependencies();
process.exit(
  run('npx', ['vite', ...(open ? ['--open', '/?run'] : []), ...args.filter((argument) => argument !== '--no-open')]),
);
