/** @file Draws figures in a document without a page, and fetches recorded results from the page's server. */
import { parseHTML } from 'linkedom/worker';
import { CodedError } from '../../../src/common/coded-error.ts';
import { figuresHost } from './host.ts';

/** @throws CodedError `recorded-results-not-loaded` */
async function textAt(address: string): Promise<string> {
  const response = await fetch(address).catch((error: Error) => error);
  if (response instanceof Response && response.ok) return response.text();
  const cause = response instanceof Response ? `HTTP ${response.status}` : response.message;
  throw new CodedError('recorded-results-not-loaded', { cause });
}

export const openFigures = () =>
  figuresHost(() => parseHTML('<!doctype html><html><body></body></html>').document, textAt);
