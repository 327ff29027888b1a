/**
 * @file Writes and checks JSON lines with a checksum that reveals damage. A line's last field is `"crc":"1a2b3c4d"`:
 * the CRC-32 of all bytes before the field.
 *
 * If the order of lines matters, each checksum continues the previous line's checksum. A missing, repeated or moved
 * line is then noticed too. A line is valid JSON, and other programs ignore the field.
 */
import { concatenate } from './byte-source.ts';

/** CRC-32 remainder of each byte value. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export function portableCrc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at += 1) crc = TABLE[(crc ^ bytes[at]) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Continues a CRC-32 from the checksum `before` of earlier bytes. Node's own function takes a third of the time. */
export const crc32 = globalThis.process?.getBuiltinModule?.('node:zlib').crc32 ?? portableCrc32;

/** Number of bytes in `,"crc":"1a2b3c4d"}`, the end of every line. */
export const CHECKED_TAIL = 18;
/** Returns the end of a line, given the checksum of its bytes so far. */
export const checkedTail = (crc: number): string => `,"crc":"${crc.toString(16).padStart(8, '0')}"}`;
const encoder = new TextEncoder();
const decoder = new TextDecoder('latin1');

/** Returns JSON as a line with a checksum. @param json object with at least one field */
export function checkedLine(json: string): Uint8Array<ArrayBuffer> {
  // The closing brace is part of the tail.
  const content = encoder.encode(json).subarray(0, -1);
  return concatenate([content, encoder.encode(checkedTail(crc32(content)))]);
}

/** Reads and checks a line's checksum; `crc` is null if the line has none. @param before checksum of the previous line */
export function checkLine(bytes: Uint8Array, before = 0): { crc: number | null; problem: string | null } {
  const content = bytes.subarray(0, Math.max(0, bytes.length - CHECKED_TAIL));
  const tail = decoder.decode(bytes.subarray(content.length));
  const crc = parseInt(tail.slice(8), 16);
  if (!(crc >= 0) || tail !== checkedTail(crc)) return { crc: null, problem: 'has no checksum' };
  const same = crc === crc32(content, before);
  return { crc, problem: same ? null : 'is not as it was written: its checksum is another' };
}

/** Returns JSON text with a checksum. @param json object with at least one field */
export const checkedJson = (json: string): string => new TextDecoder().decode(checkedLine(json));

/** Returns the problem of a text made by {@link checkedJson}; null if it is intact. */
export const checkJson = (text: string): string | null => checkLine(encoder.encode(text)).problem;
