/**
 * @file Maps each byte to the printable character that stands for it in a byte-level BPE, as in GPT-2. Printable Latin-1
 * characters stand for their own bytes. The other bytes get the characters from U+0100 on, in order.
 */
const printable = (byte: number): boolean =>
  (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);

let next = 0x100;
export const BYTE_CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  String.fromCodePoint(printable(byte) ? byte : next++),
);
