/** @file A text inside a PNG file, which says what it was made from (W3C PNG, Third Edition, §11.3.3.4, iTXt). */
import encode from 'png-chunks-encode';
import extract from 'png-chunks-extract';

/** The image with one more text, behind its header. @param keyword 1 to 79 letters, e.g. `Description` */
export function withPngText(png: Uint8Array, keyword: string, text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  // Keyword, then: its end, not compressed, no compression method, no language, no translated keyword.
  const data = new Uint8Array([...encoder.encode(keyword), 0, 0, 0, 0, 0, ...encoder.encode(text)]);
  const [header, ...others] = extract(png);
  return encode([header, { name: 'iTXt', data }, ...others]);
}
