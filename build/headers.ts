/**
 * @file Writes the page's headers to a file of the build. Our own server reads it (scripts/page-server.mjs), and hosts
 * that know the format of Netlify and Cloudflare Pages send these headers.
 */
import type { Plugin } from 'vite';
import { headerPolicy } from './content-security-policy.ts';

/**
 * Cross-origin isolation brings precise clocks for throughput, and shared memory for the threads of ONNX Runtime. A
 * browser must not guess types of files.
 */
export const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
};

export const HEADERS_FILE = '_headers';

export const headersFile = (hub?: string): Plugin => ({
  name: 'headers-file',
  // Only the build has the content security policy, because the development server needs scripts that it forbids.
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
