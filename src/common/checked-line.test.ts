/** @file CRC-32 beside that of zlib, for every length around the eight bytes that are taken at a time. */
import { crc32 as zlib } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from './checked-line.ts';

describe('the CRC-32', () => {
  it('is that of zlib, also in parts', () => {
    const bytes = Uint8Array.from({ length: 100 }, (_, i) => (i * 2654435761) >>> 13);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(crc32(bytes.subarray(0, length))).toBe(zlib(bytes.subarray(0, length)));
      expect(crc32(bytes.subarray(length), crc32(bytes.subarray(0, length)))).toBe(zlib(bytes));
    }
  });
});
