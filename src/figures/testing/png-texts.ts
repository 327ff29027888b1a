/** @file Reads the texts of a PNG file, chunk by chunk: the oracle of png-text.ts, which uses a library. */

const SIGNATURE_BYTES = 8;

export function pngTexts(png: Uint8Array): Map<string, string> {
  const texts = new Map<string, string>();
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const decoder = new TextDecoder();
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    if (decoder.decode(png.subarray(at + 4, at + 8)) !== 'iTXt') continue;
    const data = png.subarray(at + 8, at + 8 + view.getUint32(at));
    const end = data.indexOf(0);
    texts.set(decoder.decode(data.subarray(0, end)), decoder.decode(data.subarray(end + 5)));
  }
  return texts;
}
