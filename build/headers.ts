/**
 * @file Writes the HTTP headers of the page to a file of the build, in the format of Netlify and Cloudflare Pages. Our
 * own server reads the file too (scripts/page-server.mjs).
 *
 * The content security policy (CSP level 3) allows code, styles and pictures from the page's own server. It also allows
 * one inline style sheet by its hash, and the compilation of WebAssembly. Strings become HTML or script addresses only
 * through the policies named here (Trusted Types). A meta tag of the built page repeats the policy, for static hosts
 * that send no such headers.
 *
 * The page contacts only its own server, unless the build names a hub of models: `GENENV_HUB=https://huggingface.co`.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Hash of the style sheet that Observable Plot puts into each chart. headers.test.ts compares it with a chart. */
const PLOT_STYLE = 'sha256-jSYQUrW7J0b3jPqhZP9C2Xh1PyJKHKXd4s0fpGGKrww=';

/** Servers to which each hub may redirect requests for files. */
const FILES_OF_HUB: Readonly<Record<string, readonly string[]>> = {
  'https://huggingface.co': ['https://*.huggingface.co', 'https://*.hf.co'],
};

/** Returns a hub's address without slashes at its end. Undefined if no hub is named. @throws Error for other text */
export function hubAddress(hub: string | undefined): string | undefined {
  if (!hub) return undefined;
  const address = URL.canParse(hub) ? new URL(hub) : undefined;
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new Error(`GENENV_HUB is “${hub}”, which is not the address of a hub. Write it as https://huggingface.co.`);
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}`;
}

function hubSources(hub: string | undefined): readonly string[] {
  if (hub === undefined) return [];
  const { origin } = new URL(hub);
  return [origin, ...(FILES_OF_HUB[origin] ?? [])];
}

const sources = (hub: string | undefined) => ({
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", `'${PLOT_STYLE}'`],
  'connect-src': ["'self'", ...hubSources(hub)],
  // To make a PNG of a figure, the page loads the figure's SVG as a picture.
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

const TRUSTED_TYPES = {
  'require-trusted-types-for': ["'script'"],
  // Svelte’s templates use the first policy. The others are ours (src/ui/trusted-types.ts,
  // workers/rpc/same-origin-scripts.ts).
  'trusted-types': ['svelte-trusted-html', 'default', 'own-markup'],
};

const written = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/**
 * Returns the policy for headers, which also governs workers. Only a header can say who may frame the page. Any web
 * page may, because lessons are embedded. Clickjacking gains nothing, because a framed page has a separate storage.
 */
export const headerPolicy = (hub?: string): string =>
  written({ ...sources(hub), ...TRUSTED_TYPES, 'frame-ancestors': ["'self'", 'https:', 'http:'] });
export const pagePolicy = (hub?: string): string => written({ ...sources(hub), ...TRUSTED_TYPES });

/** Puts the policy into the head of the built page, and the hub's address if there is a hub. */
export const contentSecurityPolicy = (hub?: string): Plugin => ({
  name: 'content-security-policy',
  transformIndexHtml: (_, { server }) => [
    ...(server ? [] : [meta({ 'http-equiv': 'Content-Security-Policy', content: pagePolicy(hub) })]),
    ...(hub === undefined ? [] : [meta({ name: 'hub', content: hub })]),
  ],
});

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head-prepend' });

/**
 * Headers of every response. Cross-origin isolation allows precise clocks, and shared memory for ONNX Runtime's
 * threads. `nosniff` keeps browsers from guessing file types.
 */
const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
};

export const HEADERS_FILE = '_headers';

export const headersFile = (hub?: string): Plugin => ({
  name: 'headers-file',
  // The development server sends no content security policy, because it needs scripts that the policy forbids.
  configureServer: ({ middlewares }) => {
    middlewares.use((_, response, next) => {
      for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
      next();
    });
  },
  generateBundle() {
    const headers = Object.entries({ ...pageHeaders, 'Content-Security-Policy': headerPolicy(hub) });
    const source = ['/*', ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
    this.emitFile({ type: 'asset', fileName: HEADERS_FILE, source });
  },
});
