/**
 * @file JSON lines that say themselves whether they are as they were written: the last field of a line is
 * `"crc":"1a2b3c4d"`, the CRC-32 of the bytes of the line before that field. Where the order of lines counts, the checksum
 * goes on from that of the line before, so that a line that is missing, repeated or moved is noticed too.
 *
 * A line stays JSON, which other programs read; they pass over the field.
 */
import { crc32 } from './crc-32.ts';

/** The length of `,"crc":"1a2b3c4d"}`, with which a line ends. */
export const CHECKED_TAIL = 18;
const tailOf = (crc: number): string => `,"crc":"${crc.toString(16).padStart(8, '0')}"}`;
const encoder = new TextEncoder();
const decoder = new TextDecoder('latin1');

/**
 * @param before the checksum of the line before, where the order counts
 * @param end what stands after the line
 */
export function checkedLine(json: string, before = 0, end = ''): { bytes: Uint8Array<ArrayBuffer>; crc: number } {
  const bytes = encoder.encode(json.slice(0, -1) + tailOf(0) + end);
  const content = bytes.subarray(0, bytes.length - CHECKED_TAIL - end.length);
  const crc = crc32(content, before);
  encoder.encodeInto(tailOf(crc), bytes.subarray(content.length));
  return { bytes, crc };
}

/** Reads a line's checksum (null if it has none), and checks it. */
export function checkLine(bytes: Uint8Array, before = 0): { crc: number | null; problem: string | null } {
  const content = bytes.subarray(0, Math.max(0, bytes.length - CHECKED_TAIL));
  const tail = decoder.decode(bytes.subarray(content.length));
  const crc = parseInt(tail.slice(8), 16);
  if (!(crc >= 0) || tail !== tailOf(crc)) return { crc: null, problem: 'has no checksum' };
  const same = crc === crc32(content, before);
  return { crc, problem: same ? null : 'is not as it was written: its checksum is another' };
}

/** The text of JSON with a checksum as its last field. @param json of an object that has a field */
export const checkedJson = (json: string): string => new TextDecoder().decode(checkedLine(json).bytes);

/** Names the problem of a text that {@link checkedJson} made; null if it is as it was written. */
export const checkJson = (text: string): string | null => checkLine(encoder.encode(text)).problem;
