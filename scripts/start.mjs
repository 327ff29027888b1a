/**
 * @file `npm start`: installs what is missing, builds the playground, serves it and opens it in the browser. `--port`,
 * `--host` and `--no-open`, which only prints the address, come after two dashes: `npm start -- --port 5000`.
 */
import { parseArgs } from 'node:util';
import { installDependencies, ROOT, runQuietly } from './setup.mjs';

const { port, host, 'no-open': closed } = optionsOf(process.argv.slice(2));
installDependencies();
console.log('Building the page …');
if (runQuietly('npx', ['vite', 'build']) !== 0) process.exit(1);

const { preview } = await import('vite');
const { resolvedUrls } = await preview({
  root: ROOT,
  logLevel: 'error',
  preview: { host, ...(port !== undefined && { port: Number(port) }), open: closed ? false : '/' },
});
console.log('The playground is ready. Ctrl-C stops it.');
for (const address of [...resolvedUrls.network, ...resolvedUrls.local]) console.log(address);

function optionsOf(args) {
  const options = { port: { type: 'string' }, host: { type: 'string' }, 'no-open': { type: 'boolean' } };
  try {
    const { values } = parseArgs({ args, options });
    if (/^\d{0,5}$/.test(values.port ?? '')) return values;
    console.error('--port must be a number, such as 5000.');
  } catch (error) {
    console.error(error.message);
  }
  process.exit(1);
}
