/**
 * @file The headers that the page is served with, as a file of the build: our own server reads it (scripts/page-server.mjs),
 * and hosts that know the form of Netlify and Cloudflare Pages send what stands in it.
 */
import type { Plugin } from 'vite';
import { headerPolicy } from './content-security-policy.ts';

/** Cross-origin isolation: precise clocks for throughput, and shared memory for the threads of ONNX Runtime. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export const HEADERS_FILE = '_headers';

export const headersFile = (hub?: string): Plugin => ({
  name: 'headers-file',
  generateBundle() {
    const headers = Object.entries({ ...isolation, 'Content-Security-Policy': headerPolicy(hub) });
    const source = ['/*', ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
    this.emitFile({ type: 'asset', fileName: HEADERS_FILE, source });
  },
});
