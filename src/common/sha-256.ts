import { CodedError } from './coded-error.ts';

/**
 * Returns the SHA-256 (FIPS 180-4) of bytes in hexadecimal, as `sha256sum` prints it.
 * @throws CodedError `no-web-crypto` on an insecure page
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers offer WebCrypto only on https and localhost.
  if (!globalThis.crypto?.subtle) throw new CodedError('no-web-crypto');
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
