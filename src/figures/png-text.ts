/**
 * @file A text inside a PNG file: an image says itself what it was made from. PNG (Third Edition), W3C 2025, §5 (chunks,
 * CRC-32) and §11.3.3.4 (iTXt: international text).
 */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The header chunk comes first and has 13 bytes of data: what follows may stand behind it. */
const BEHIND_HEADER = SIGNATURE.length + 4 + 4 + 13 + 4;
const POLYNOMIAL = 0xedb88320;

/** CRC-32 as in ISO 3309: reflected, started from and finished with all ones. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  }
  return ~crc >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/**
 * The image with one more text.
 * @param keyword 1 to 79 letters, e.g. `Description`
 * @throws RangeError where the bytes are not a PNG file
 */
export function withPngText(png: Uint8Array, keyword: string, text: string): Uint8Array<ArrayBuffer> {
  if (SIGNATURE.some((byte, i) => png[i] !== byte)) throw new RangeError('These bytes are not a PNG file.');
  const encoder = new TextEncoder();
  // Keyword, then: its end, not compressed, no compression method, no language, no translated keyword.
  const data = new Uint8Array([...encoder.encode(keyword), 0, 0, 0, 0, 0, ...encoder.encode(text)]);
  const added = chunk('iTXt', data);
  const image = new Uint8Array(png.length + added.length);
  image.set(png.subarray(0, BEHIND_HEADER));
  image.set(added, BEHIND_HEADER);
  image.set(png.subarray(BEHIND_HEADER), BEHIND_HEADER + added.length);
  return image;
}

/** The texts of a PNG file by keyword; those of `withPngText` among them. */
export function pngTexts(png: Uint8Array): Map<string, string> {
  const texts = new Map<string, string>();
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const decoder = new TextDecoder();
  for (let at = SIGNATURE.length; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    if (decoder.decode(png.subarray(at + 4, at + 8)) !== 'iTXt') continue;
    const data = png.subarray(at + 8, at + 8 + view.getUint32(at));
    const end = data.indexOf(0);
    texts.set(decoder.decode(data.subarray(0, end)), decoder.decode(data.subarray(end + 5)));
  }
  return texts;
}
