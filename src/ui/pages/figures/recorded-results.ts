/** @file The recorded results that the page brings along: those of docs/results.md, each with the address of its file. */

const addresses = import.meta.glob<string>('/docs/results/*.json', { query: '?url', import: 'default', eager: true });

export interface RecordedResults {
  name: string;
  address: string;
}

export const RECORDED_RESULTS: readonly RecordedResults[] = Object.entries(addresses).map(([path, address]) => ({
  name: path
    .split('/')
    .at(-1)!
    .replace(/\.json$/, ''),
  address: new URL(address, location.href).href,
}));
