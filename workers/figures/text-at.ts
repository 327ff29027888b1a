/** @file A text file of the page's own server. */
import { CodedError } from '../../src/common/coded-error.ts';

/** @throws CodedError `recorded-results-not-loaded` */
export async function textAt(address: string): Promise<string> {
  const response = await fetch(address).catch((error: Error) => error);
  if (response instanceof Response && response.ok) return response.text();
  const cause = response instanceof Response ? `HTTP ${response.status}` : response.message;
  throw new CodedError('recorded-results-not-loaded', { cause });
}
