/** @file Texts for parsers and scorers: right ones damaged, and wrong ones of every kind. */
import type { RandomStream } from '../src/random/random-stream.ts';

export const TEXT_KINDS = [
  'nearly right',
  'words of the language',
  'any characters',
  'deeply nested',
  'very long',
] as const;

/** Characters at which readers of texts go wrong. */
const CHARACTERS = [
  ...'abcXYZ019 \t\n\r\0"\'`\\/.,:;=&|<>()[]{}#%+-*_~^!?@$',
  ...['\u00a0', '\u2003', '\ufeff', '\u0301', '\u202e', '\ud800', '\udc00', '😀', 'İ', 'ß', 'ﬁ', '٣', '²'],
];
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['{"a":', '}'],
  ['f(a=', ')'],
  ['-', ''],
  ['not ', ''],
  ['<answer>', '</answer>'],
  ['"\\"', '"'],
] as const;
const DEEPEST = 20_000;
const LONGEST = 10_000;

const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);
const anyText = (random: RandomStream, most: number): string =>
  times(random.integer(most), () => random.choice(CHARACTERS)).join('');

/** One to four edits: a piece removed, repeated, replaced, or put elsewhere. */
function nearly(right: string, random: RandomStream): string {
  let text = right;
  for (let edits = 1 + random.integer(4); edits > 0; edits -= 1) {
    const at = random.integer(text.length + 1);
    const piece = text.slice(at, at + random.integer(12));
    const before = text.slice(0, at);
    const after = text.slice(at + piece.length);
    const to = random.integer(after.length + 1);
    text = random.choice([
      before + after,
      before + piece + piece + after,
      before + anyText(random, 6) + after,
      before + after.slice(0, to) + piece + after.slice(to),
      before,
    ]);
  }
  return text;
}

/**
 * @param kind one of TEXT_KINDS
 * @param right texts that would be right
 * @param words of the language
 */
export function drawText(
  kind: string,
  right: readonly string[],
  words: readonly string[],
  random: RandomStream,
): string {
  switch (kind) {
    case 'nearly right':
      return nearly(random.choice(right), random);
    case 'words of the language':
      return times(random.integer(60), () => random.choice(words)).join(' ');
    case 'any characters':
      return anyText(random, 200);
    case 'deeply nested': {
      const [open, close] = random.choice(BRACKETS);
      const depth = random.integer(DEEPEST);
      return (
        open.repeat(depth) + random.choice(right) + close.repeat(random.next() < 0.5 ? depth : random.integer(DEEPEST))
      );
    }
    default: {
      const piece =
        random.choice([random.choice(right), random.choice(words), anyText(random, 10), ' ', '\n', '9']) || 'x';
      return piece.repeat(Math.ceil(random.integer(LONGEST) / piece.length));
    }
  }
}
