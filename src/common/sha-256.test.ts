import { expect, it, vi } from 'vitest';
import { sha256 } from './sha-256.ts';

it('gives the published digests', async () => {
  // FIPS 180-4's example, and the digest of no bytes.
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(await sha256(bytes('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(await sha256(bytes(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('says what to do on a page without WebCrypto', async () => {
  vi.stubGlobal('crypto', {});
  await expect(sha256(new Uint8Array(0))).rejects.toMatchObject({ code: 'no-web-crypto' });
  vi.unstubAllGlobals();
});
