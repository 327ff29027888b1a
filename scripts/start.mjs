/**
 * @file `npm start`: installs what is missing, serves the playground, opens it in the browser and starts the default run.
 * Arguments are passed on to Vite (`npm start -- --port 5000`). With `--no-open` it only prints the address.
 */
import { installDependencies, run } from './setup.mjs';

const args = process.argv.slice(2);
const open = !args.includes('--no-open');
installDependencies();
process.exit(
  run('npx', ['vite', ...(open ? ['--open', '/?run'] : []), ...args.filter((argument) => argument !== '--no-open')]),
);
