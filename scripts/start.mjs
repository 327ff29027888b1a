/**
 * @file Installs the dependencies if they changed, builds the page, serves it and opens it in the browser (`npm
 * start`). The options `--port`, `--host` and `--no-open` come after two dashes: `npm start -- --no-open`.
 */
import { openPage, pageOptions } from './page-server.mjs';
import { installDependencies, runQuietly } from './setup.mjs';

const options = pageOptions(process.argv.slice(2));
installDependencies();
console.log('Building the page …');
if (runQuietly('npx', ['vite', 'build']) !== 0) process.exit(1);
await openPage(options);
