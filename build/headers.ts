/**
 * @file Writes the page's headers to a file of the build. Our own server reads it (scripts/page-server.mjs), and hosts
 * that know the format of Netlify and Cloudflare Pages send these headers.
 *
 * The page's content security policy (CSP level 3) allows code, styles and pictures from the page's own server. It also
 * allows one inline style sheet by its hash, and WebAssembly's `eval`. Strings become HTML or script addresses only
 * through the policies named here (Trusted Types). A meta tag of the built page has the policy too, so that it holds on
 * any static host.
 *
 * The page contacts only its own server, unless it is built to use a hub of models:
 * `GENENV_HUB=https://huggingface.co`.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Style sheet that Observable Plot puts into each chart. headers.test.ts draws a chart and compares the hash. */
const PLOT_STYLE = 'sha256-jSYQUrW7J0b3jPqhZP9C2Xh1PyJKHKXd4s0fpGGKrww=';

/** Servers to which a hub may redirect requests for files. */
const FILES_OF_HUB: Readonly<Record<string, readonly string[]>> = {
  'https://huggingface.co': ['https://*.huggingface.co', 'https://*.hf.co'],
};

/** @param hub address as the user wrote it; empty or undefined: no hub */
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
  // The page draws a figure's PNG from its SVG.
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

const TRUSTED_TYPES = {
  'require-trusted-types-for': ["'script'"],
  // These are the policies of Svelte’s templates and our own (src/ui/trusted-types.ts, workers/rpc/same-origin-scripts.ts).
  'trusted-types': ['svelte-trusted-html', 'default', 'own-markup'],
};

const written = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/**
 * Returns the policy for headers. Workers take the policy in their script's header. Only a header can say who may frame
 * the page: any web page may, because lessons are embedded. Stolen clicks gain nothing, because browsers separate a
 * framed page's storage from the page's own.
 */
export const headerPolicy = (hub?: string): string =>
  written({ ...sources(hub), ...TRUSTED_TYPES, 'frame-ancestors': ["'self'", 'https:', 'http:'] });
export const pagePolicy = (hub?: string): string => written({ ...sources(hub), ...TRUSTED_TYPES });

/** Puts the policy into the built page, before anything that it governs. Pages that may use a hub get its address. */
export const contentSecurityPolicy = (hub?: string): Plugin => ({
  name: 'content-security-policy',
  transformIndexHtml: (_, { server }) => [
    ...(server ? [] : [meta({ 'http-equiv': 'Content-Security-Policy', content: pagePolicy(hub) })]),
    ...(hub === undefined ? [] : [meta({ name: 'hub', content: hub })]),
  ],
});

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head-prepend' });

/**
 * Cross-origin isolation gives precise clocks for throughput, and shared memory for ONNX Runtime's threads. Browsers
 * must not guess file types.
 */
const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
};

export const HEADERS_FILE = '_headers';

export const headersFile = (hub?: string): Plugin => ({
  name: 'headers-file',
  // The development server has no content security policy, because it needs scripts that the policy forbids.
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
