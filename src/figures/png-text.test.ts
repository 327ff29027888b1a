/** @file Texts in a PNG, on an image of one pixel. */
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { withPngText } from './png-text.ts';
import { pngTexts } from './testing/png-texts.ts';

/** One transparent pixel. */
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

it('is read back from a file that stays an image', () => {
  const text = '{"seeds":[1,2],"β":2}';
  const image = withPngText(PIXEL, 'Description', text);
  expect(pngTexts(image)).toEqual(new Map([['Description', text]]));
  expect(pngTexts(PIXEL).size).toBe(0);
  // Header first, end last, and every other byte where it was.
  expect(image.subarray(0, 33)).toEqual(PIXEL.subarray(0, 33));
  expect(image.subarray(image.length - (PIXEL.length - 33))).toEqual(PIXEL.subarray(33));
  // The added chunk between them: length, type and data, then the checksum of type and data (zlib's CRC-32).
  const added = image.subarray(33, image.length - (PIXEL.length - 33));
  const view = new DataView(added.buffer, added.byteOffset, added.byteLength);
  expect(view.getUint32(0)).toBe(added.length - 12);
  expect(view.getUint32(added.length - 4)).toBe(crc32(added.subarray(4, added.length - 4)));
});

it('refuses what is no image', () => {
  expect(() => withPngText(new Uint8Array(40), 'a', 'b')).toThrow('Invalid .png file header');
});
