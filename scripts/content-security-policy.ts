/**
 * @file The content security policy of the page (CSP level 3): code, styles and pictures from its own server alone,
 * nothing inline but one style sheet by its hash, no `eval` save WebAssembly's, and no HTML or script address from strings but by the policies named here
 * (Trusted Types). In a meta tag of the built page, so that it holds on any static host, and in the headers of our servers.
 */
import type { Plugin } from 'vite';

/** The style sheet that Observable Plot puts into each chart (content-security-policy.test.ts makes one and compares). */
const PLOT_STYLE = 'sha256-jSYQUrW7J0b3jPqhZP9C2Xh1PyJKHKXd4s0fpGGKrww=';

const SOURCES = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", `'${PLOT_STYLE}'`],
  // A person may name any hub; nothing is asked of it before (workers/models/host.ts).
  'connect-src': ["'self'", 'https:', 'http:'],
  // The PNG of a figure is painted from its SVG.
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

const TRUSTED_TYPES = {
  'require-trusted-types-for': ["'script'"],
  // Svelte’s templates, and our own (src/ui/trusted-types.ts).
  'trusted-types': ['svelte-trusted-html', 'default', 'own-markup'],
};

const written = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** For headers. They reach threads too, and ONNX Runtime starts its own with addresses that are no trusted types. */
export const CONTENT_SECURITY_POLICY = written(SOURCES);
const PAGE_POLICY = written({ ...SOURCES, ...TRUSTED_TYPES });

/** Puts the policy into the built page, before anything that it governs. */
export const contentSecurityPolicy = (): Plugin => ({
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY },
      injectTo: 'head-prepend',
    },
  ],
});
