/**
 * @file The content security policy of the page (CSP level 3): code, styles and pictures from its own server alone,
 * nothing inline but one style sheet by its hash, no `eval` save WebAssembly's, and no HTML or script address from strings but by the policies named here
 * (Trusted Types). In a meta tag of the built page, so that it holds on any static host, and in the headers of our servers.
 *
 * The page asks its own server alone, unless it is built to ask a hub of models too: `GENENV_HUB=https://huggingface.co`.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The style sheet that Observable Plot puts into each chart (content-security-policy.test.ts makes one and compares). */
const PLOT_STYLE = 'sha256-jSYQUrW7J0b3jPqhZP9C2Xh1PyJKHKXd4s0fpGGKrww=';

/** Servers of a hub's files, if not its own: it sends their requests there. */
const FILES_OF_HUB: Readonly<Record<string, readonly string[]>> = {
  'https://huggingface.co': ['https://*.huggingface.co', 'https://*.hf.co'],
};

/** @param hub its address, as a person wrote it; empty or undefined: none */
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
  // The thread of CPython has the origin of its `data:` address: its own (workers/python/page-thread.mjs).
  'worker-src': ["'self'", 'data:'],
  'style-src': ["'self'", `'${PLOT_STYLE}'`],
  'connect-src': ["'self'", ...hubSources(hub)],
  // The PNG of a figure is painted from its SVG.
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

const TRUSTED_TYPES = {
  'require-trusted-types-for': ["'script'"],
  // Svelte’s templates, and our own (src/ui/trusted-types.ts, workers/rpc/same-origin-scripts.ts, workers/python/client.ts).
  'trusted-types': ['svelte-trusted-html', 'default', 'own-markup', 'python-thread'],
};

const written = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/**
 * For headers. Workers take their policy from the header of their script. Only a header can say who may frame the page: any
 * web page, because lessons are embedded, and there is nothing to steal a click for: a browser keeps what a framed page
 * stores apart from what the page itself stores.
 */
export const headerPolicy = (hub?: string): string =>
  written({ ...sources(hub), ...TRUSTED_TYPES, 'frame-ancestors': ["'self'", 'https:', 'http:'] });
export const pagePolicy = (hub?: string): string => written({ ...sources(hub), ...TRUSTED_TYPES });

/** Puts the policy into the built page, before anything that it governs, and the hub into every page that may ask one. */
export const contentSecurityPolicy = (hub?: string): Plugin => ({
  name: 'content-security-policy',
  transformIndexHtml: (_, { server }) => [
    ...(server ? [] : [meta({ 'http-equiv': 'Content-Security-Policy', content: pagePolicy(hub) })]),
    ...(hub === undefined ? [] : [meta({ name: 'hub', content: hub })]),
  ],
});

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head-prepend' });
