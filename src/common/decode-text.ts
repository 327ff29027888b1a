/** @file Text of a file from outside. Nothing is replaced in silence: what is not UTF-8 is told, or refused. */

/** Windows-1252 at 0x80…0x9f, where it differs from Latin-1 (WHATWG Encoding standard). */
const WINDOWS_1252_C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Windows-1252 as text. `TextDecoder` should do this by the standard, but Node 20 does not decode 0x80…0x9f. */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = new TextDecoder('latin1').decode(bytes);
  return latin1.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252_C1[c.charCodeAt(0) - 0x80]);
}

/** UTF-8; UTF-16 if a byte order mark says so; else Windows-1252, as spreadsheets save it. A byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'utf-8' | 'utf-16' | 'windows-1252' } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'utf-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
  }
}
