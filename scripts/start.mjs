/**
 * @file `npm start` installs what is missing, builds the playground, serves it and opens it in the browser. Options are
 * `--port`, `--host` and `--no-open`, which only prints the address. They come after two dashes: `npm start -- --port
 * 5000`.
 */
import { openPage, pageOptions } from './page-server.mjs';
import { installDependencies, runQuietly } from './setup.mjs';

const options = pageOptions(process.argv.slice(2));
installDependencies();
console.log('Building the page …');
if (runQuietly('npx', ['vite', 'build']) !== 0) process.exit(1);
await openPage(options);
