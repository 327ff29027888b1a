/** @file Compares our CRC-32 with zlib's for 0 to 99 bytes, and checks SHA-256. */
import { crc32 as zlib } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { portableCrc32 as crc32 } from './checked-line.ts';
import { sha256 } from './sha-256.ts';

describe('the CRC-32', () => {
  it('equals zlib’s, also in parts', () => {
    const bytes = Uint8Array.from({ length: 100 }, (_, i) => (i * 2654435761) >>> 13);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(crc32(bytes.subarray(0, length))).toBe(zlib(bytes.subarray(0, length)));
      expect(crc32(bytes.subarray(length), crc32(bytes.subarray(0, length)))).toBe(zlib(bytes));
    }
  });
});

it('gives the published digests', async () => {
  // The first digest is from FIPS 180-4. The second is the digest of no bytes.
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(await sha256(bytes('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(await sha256(bytes(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('says what to do on a page without WebCrypto', async () => {
  vi.stubGlobal('crypto', {});
  await expect(sha256(new Uint8Array(0))).rejects.toMatchObject({ code: 'no-web-crypto' });
  vi.unstubAllGlobals();
});
