/** @file Texts in a PNG, on an image of one pixel. */
import { expect, it } from 'vitest';
import { crc32, pngTexts, withPngText } from './png-text.ts';

/** One transparent pixel. */
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

it('has the checksum of the standard', () => {
  // The check value of CRC-32/ISO-HDLC.
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

it('is read back from a file that stays an image', () => {
  const text = '{"seeds":[1,2],"β":2}';
  const image = withPngText(PIXEL, 'Description', text);
  expect(pngTexts(image)).toEqual(new Map([['Description', text]]));
  expect(pngTexts(PIXEL).size).toBe(0);
  // Header first, end last, and every other byte where it was.
  expect(image.subarray(0, 33)).toEqual(PIXEL.subarray(0, 33));
  expect(image.subarray(image.length - (PIXEL.length - 33))).toEqual(PIXEL.subarray(33));
});

it('refuses what is no image', () => {
  expect(() => withPngText(new Uint8Array(40), 'a', 'b')).toThrow('not a PNG');
});
