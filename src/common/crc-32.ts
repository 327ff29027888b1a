/** @file CRC-32 (ISO 3309, as in zip and PNG), eight bytes at a time by as many tables (Kounavis and Berry 2005). */

/** `TABLES[k][b]`: what byte b does to the checksum when k bytes follow it. */
const TABLES: readonly Uint32Array[] = Array.from({ length: 8 }, () => new Uint32Array(256));
for (let byte = 0; byte < 256; byte += 1) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  TABLES[0][byte] = crc;
}
for (let k = 1; k < TABLES.length; k += 1)
  TABLES[k].set(TABLES[k - 1].map((crc) => (crc >>> 8) ^ TABLES[0][crc & 255]));
const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES;

/** The CRC-32 of bytes that follow those of the checksum `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  let at = 0;
  for (const end = bytes.length & ~7; at < end; at += 8) {
    crc ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    crc =
      t7[crc & 255] ^
      t6[(crc >>> 8) & 255] ^
      t5[(crc >>> 16) & 255] ^
      t4[crc >>> 24] ^
      t3[bytes[at + 4]] ^
      t2[bytes[at + 5]] ^
      t1[bytes[at + 6]] ^
      t0[bytes[at + 7]];
  }
  for (; at < bytes.length; at += 1) crc = t0[(crc ^ bytes[at]) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}
