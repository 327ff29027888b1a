/** @file Damage to files, each kind a function of the bytes and of random numbers. */
import { crc32 } from '../src/common/crc-32.ts';
import type { RandomStream } from '../src/random/random-stream.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
export type Files = ReadonlyMap<string, Bytes>;

type DamageOfBytes = (bytes: Bytes, random: RandomStream) => Bytes;

const edited = (bytes: Bytes, edit: (copy: Bytes) => void): Bytes => {
  const copy = bytes.slice();
  edit(copy);
  return copy;
};

/** Values that stand where others should. */
const OTHER_VALUES = [
  ...['null', 'true', '0', '-1', '0.5', '1e308', '1e999', '-1e999', '4294967296', '2000000000', '9007199254740993'],
  ...['""', '"x"', '"__proto__"', '"\\u0000"', '"\\ud800"', '"NaN"', '[]', '{}', '[null]', '{"__proto__": 1}'],
  ...[`${'['.repeat(20_000)}${']'.repeat(20_000)}`, `"${'long '.repeat(20_000)}"`, `[${'1,'.repeat(20_000)}1]`],
];

/** The values and the names of a JSON text. Each byte is one character, so that places are those of the bytes. */
const JSON_PARTS = /"(?:[^"\\\n]|\\.){0,2000}"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;
/** A text is changed within a window of so many characters, so that a large one costs no more than a small one. */
const WINDOW = 20_000;

function changeValue(bytes: Bytes, random: RandomStream): Bytes {
  const text = Buffer.from(bytes).toString('latin1');
  const from = random.integer(Math.max(1, text.length - WINDOW));
  const parts = [...text.slice(from, from + WINDOW).matchAll(JSON_PARTS)];
  if (parts.length === 0) return bytes;
  const part = random.choice(parts);
  const at = from + part.index;
  const value = random.choice([...OTHER_VALUES, random.choice(parts)[0]]);
  return new Uint8Array(Buffer.from(text.slice(0, at) + value + text.slice(at + part[0].length), 'latin1'));
}

function mixLines(bytes: Bytes, random: RandomStream): Bytes {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const [one, other] = [random.integer(lines.length), random.integer(lines.length)];
  switch (random.integer(4)) {
    case 0:
      lines.splice(one, 1);
      break;
    case 1:
      lines.splice(one, 0, lines[other]);
      break;
    case 2:
      [lines[one], lines[other]] = [lines[other], lines[one]];
      break;
    default:
      lines.splice(one, 0, '');
  }
  return new Uint8Array(Buffer.from(lines.join('\n'), 'latin1'));
}

const CHECKSUM = /,"crc":"[0-9a-f]{8}"\}(?=\n|$)/g;

/** The checksums of what now stands there (src/common/checked-line.ts), as another program would have written it. */
function rechecked(bytes: Bytes): Bytes {
  const text = Buffer.from(bytes).toString('latin1');
  let made = '';
  let [start, before] = [0, 0];
  for (const { index, 0: checksum } of text.matchAll(CHECKSUM)) {
    const content = text.slice(start, index);
    const crc = crc32(Buffer.from(content, 'latin1'), before);
    made += `${content},"crc":"${crc.toString(16).padStart(8, '0')}"}\n`;
    start = index + checksum.length + 1;
    // Lines of a log go on from the line before, those of other files do not.
    before = /^\{"type":(?!"epoch-ended")/.test(content) ? crc : 0;
  }
  return new Uint8Array(Buffer.from(made + text.slice(start), 'latin1'));
}

/** Half of such damages are made by one who knows of checksums. */
const knowingly =
  (damage: DamageOfBytes): DamageOfBytes =>
  (bytes, random) =>
    random.integer(2) === 0 ? damage(bytes, random) : rechecked(damage(bytes, random));

/** Damage to the bytes of one file. */
export const damageOfBytes = {
  'bit flipped': (bytes, random) =>
    bytes.length === 0 ? bytes : edited(bytes, (copy) => (copy[random.integer(copy.length)] ^= 1 << random.integer(8))),
  'cut off': (bytes, random) => bytes.slice(0, random.integer(bytes.length + 1)),
  garbled: (bytes, random) =>
    edited(bytes, (copy) => {
      const from = random.integer(copy.length + 1);
      const to = Math.min(copy.length, from + 1 + random.integer(64));
      for (let at = from; at < to; at += 1) copy[at] = random.integer(256);
    }),
  'zeros at the end': (bytes, random) => edited(bytes, (copy) => copy.fill(0, random.integer(bytes.length + 1))),
  'value changed': knowingly(changeValue),
  'lines mixed': knowingly(mixLines),
} satisfies Record<string, DamageOfBytes>;

export type ByteDamage = keyof typeof damageOfBytes;
export const BYTE_DAMAGES = Object.keys(damageOfBytes) as ByteDamage[];
/** Those that make sense of files that are no text. What has a checksum is then read as it was written, or not at all. */
export const BINARY_DAMAGES = ['bit flipped', 'cut off', 'garbled', 'zeros at the end'] as const satisfies ByteDamage[];

export const isBinary = (fault: string): boolean => (BINARY_DAMAGES as readonly string[]).includes(fault);

/** Those of a folder: to one of its files, or to their names. */
export const FOLDER_DAMAGES = [...BYTE_DAMAGES, 'file missing', 'files swapped'] as const;

/** @param fault one of FOLDER_DAMAGES */
export function damageFolder(files: Files, fault: string, random: RandomStream): Map<string, Bytes> {
  const names = [...files.keys()];
  const damaged = new Map(files);
  const [one, other] = random.sample(names, Math.min(2, names.length));
  if (fault === 'file missing') damaged.delete(one);
  else if (fault === 'files swapped') {
    damaged.set(one, files.get(other ?? one)!);
    if (other !== undefined) damaged.set(other, files.get(one)!);
  } else damaged.set(one, damageOfBytes[fault as ByteDamage](files.get(one)!, random));
  return damaged;
}

/** @param fault one of BYTE_DAMAGES */
export const damageFile = (bytes: Bytes, fault: string, random: RandomStream): Bytes =>
  damageOfBytes[fault as ByteDamage](bytes, random);
