/**
 * @file Serves the built page, with models and ONNX Runtime, which lie outside the build in the package. `npm start`
 * and the installed package run this file, so it is plain JavaScript that imports only Node.
 */
import { spawn } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { networkInterfaces } from 'node:os';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pipeline } from 'node:stream';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const BUILD = join(ROOT, 'dist');
const ASSETS = join(BUILD, 'assets', sep);
const SERVICE_WORKER = join(BUILD, 'service-worker.js');
const DEFAULT_PORT = 4173;

const CONTENT_TYPES = {
  '.css': 'text/css',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.csv': 'text/csv;charset=utf-8',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=utf-8',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
};

/** Types to compress. On a line of 1.6 Mbit/s they load three times faster. Models and archives would hardly shrink. */
const COMPRESSED = new Set(['.css', '.csv', '.html', '.js', '.json', '.mjs', '.svg']);

/** Reads the options `--port`, `--host` and `--no-open`. Exits with a message if one is wrong. */
export function pageOptions(args) {
  const options = { port: { type: 'string' }, host: { type: 'string' }, 'no-open': { type: 'boolean' } };
  try {
    const { values } = parseArgs({ args, options });
    if (/^\d+$/.test(values.port ?? '0') && Number(values.port ?? 0) < 2 ** 16) return values;
    console.error('--port must be a number up to 65535, such as 5000.');
  } catch (error) {
    console.error(error.message);
  }
  process.exit(1);
}

/** Serves the page until the process ends. Prints its addresses, and opens the last one in the browser. */
export async function openPage({ port, host, 'no-open': closed }) {
  const { addresses } = await servePage({ port: port && Number(port), host }).catch((error) => {
    console.error(`The page could not be served: ${error.message}. Choose another --port or --host.`);
    process.exit(1);
  });
  console.log('The playground is ready. Ctrl-C stops it.');
  for (const address of addresses) console.log(address);
  if (!closed) openInBrowser(addresses.at(-1));
}

/**
 * Serves the page.
 * @param {{ port?: number, host?: string }} [where] port 0 is any free port; default: the first free port
 *   from 4173 on
 * @returns {Promise<{ addresses: string[], close: () => Promise<void> }>} the last address is for this machine
 */
export async function servePage({ port, host } = {}) {
  // Read the build now, so that a missing build is an error here, and not at the first request.
  let build = readBuild();
  /** Returns a URL path's file and the headers. Reads the build again if it has changed, or if the path is unknown. */
  const find = (path) => {
    if (build.modified !== modified() || !build.files.has(path)) build = readBuild();
    return { file: build.files.get(path), headers: build.headers };
  };
  const server = createServer((request, response) => {
    const refuse = (status, sentence) =>
      response.writeHead(status, { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' }).end(sentence);
    try {
      const { file, headers } = find(pathOf(request.url));
      if (file === undefined) return refuse(404, 'There is no such file.');
      const gzip = COMPRESSED.has(extname(file)) && /\bgzip\b/.test(request.headers['accept-encoding']);
      const bytes = gzip ? compressed(file) : undefined;
      response.writeHead(200, {
        ...headers,
        'Content-Type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Length': bytes?.length ?? statSync(file).size,
        ...(gzip && { 'Content-Encoding': 'gzip' }),
        Vary: 'Accept-Encoding',
        // Names of assets contain a hash of the content, so browsers may keep them forever.
        'Cache-Control': file.startsWith(ASSETS) ? 'max-age=31536000, immutable' : 'no-cache',
      });
      if (bytes || request.method === 'HEAD') return response.end(bytes);
      // Ignore errors: if a file disappears while it is read, the response ends early.
      pipeline(createReadStream(file), response, () => {});
    } catch (error) {
      refuse(503, `The page is being built, or was not built completely: ${error.message}`);
    }
  });
  for (let tried = port ?? DEFAULT_PORT; ; tried++) {
    try {
      await listen(server, tried, host ?? 'localhost');
      break;
    } catch (error) {
      if (port !== undefined || error.code !== 'EADDRINUSE') throw error;
    }
  }
  const close = () => new Promise((closed) => server.close(closed).closeAllConnections());
  return { addresses: addressesOf(server.address().port, host), close };
}

const listen = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server.off('error', reject)));
  });

/** Compressed contents of files, with the modification time of each file. */
const kept = new Map();

/** Returns the compressed content of a file. Compresses it again only if the file has changed. */
function compressed(file) {
  const { mtimeMs } = statSync(file);
  if (kept.get(file)?.mtimeMs !== mtimeMs) kept.set(file, { mtimeMs, bytes: gzipSync(readFileSync(file)) });
  return kept.get(file).bytes;
}

/** Returns the headers, the time of the build, and all files to serve by URL path. */
function readBuild() {
  const { resolve } = createRequire(import.meta.url);
  const files = new Map();
  const add = (folder, path = '') => {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const name = file.slice(folder.length + 1).replaceAll(sep, '/');
      files.set(`/${path}${name}`, file);
    }
  };
  add(join(ROOT, 'models'), 'models/');
  // ONNX Runtime’s WebAssembly files come from onnxruntime-web. The service worker lists their paths.
  const built = readFileSync(SERVICE_WORKER, 'utf8');
  for (const [, path, name] of built.matchAll(/"(assets\/(ort-[\w.-]+)-[\w-]{8}\.wasm)"/g))
    files.set(`/${path}`, resolve(`onnxruntime-web/${name}.wasm`));
  add(BUILD);
  files.set('/', join(BUILD, 'index.html'));
  return { files, headers: headersOf(readFileSync(join(BUILD, '_headers'), 'utf8')), modified: modified() };
}

/** Returns the time of the last build, in milliseconds. */
const modified = () => statSync(SERVICE_WORKER).mtimeMs;

function pathOf(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

/** Reads the headers file, in which each header is on a line indented by two spaces. */
const headersOf = (text) =>
  Object.fromEntries([...text.matchAll(/^ {2}(.+?): (.+)$/gm)].map(([, name, value]) => [name, value]));

function addressesOf(port, host) {
  const named = (name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}/`;
  if (host !== '0.0.0.0' && host !== '::') return [named(host ?? 'localhost')];
  const network = Object.values(networkInterfaces())
    .flat()
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  return [...network.map(({ address }) => named(address)), named('localhost')];
}

function openInBrowser(address) {
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', '""'] }[process.platform] ?? [
    'xdg-open',
  ];
  // If no browser opens, the user still has the printed address.
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
