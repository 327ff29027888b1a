/**
 * @file Trains a byte-level BPE tokenizer (Sennrich et al. 2016, in GPT-2's byte-level form): it repeatedly merges the
 * most frequent pair of neighbouring symbols. It writes the format of Hugging Face's tokenizers library.
 *
 * Every text can be encoded, because all 256 bytes are symbols. Equal texts give equal files: among equally frequent
 * pairs, the first in code point order is merged.
 */
import { BYTE_CHARACTERS } from '../lm/files/byte-characters.ts';
import { byteLevelTokenizer, type Tokenizer } from '../lm/files/tokenizer.ts';

const START = '<|im_start|>';
const END = '<|im_end|>';
const PADDING = '<|endoftext|>';

const CHAT_TEMPLATE =
  `{% for message in messages %}{{ '${START}' + message['role'] + '\\n' + message['content'] + '${END}' + '\\n' }}` +
  `{% endfor %}{% if add_generation_prompt %}{{ '${START}assistant\\n' }}{% endif %}`;

/** GPT-2's rule for splitting text into pieces. No merge crosses a piece's border. */
const PIECES = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

const SEPARATOR = ' ';

/** Returns the merges in order, each as its two symbols. */
export function trainMerges(texts: readonly string[], merges: number): [string, string][] {
  const encoder = new TextEncoder();
  const counts = new Map<string, number>();
  for (const piece of texts.flatMap((text) => text.match(PIECES) ?? []))
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const words = [...counts].map(([piece, count]) => ({
    count,
    symbols: Array.from(encoder.encode(piece), (byte) => BYTE_CHARACTERS[byte]),
  }));
  const learned: [string, string][] = [];
  while (learned.length < merges) {
    const pairs = new Map<string, number>();
    for (const { symbols, count } of words)
      for (let i = 1; i < symbols.length; i++) {
        const pair = symbols[i - 1] + SEPARATOR + symbols[i];
        pairs.set(pair, (pairs.get(pair) ?? 0) + count);
      }
    let best = '';
    let most = 1;
    for (const [pair, count] of pairs)
      if (count > most || (count === most && most > 1 && pair < best)) [best, most] = [pair, count];
    // No pair occurs twice, so there is nothing left to learn.
    if (best === '') break;
    const [left, right] = best.split(SEPARATOR);
    learned.push([left, right]);
    for (const word of words) word.symbols = merged(word.symbols, left, right);
  }
  return learned;
}

function merged(symbols: readonly string[], left: string, right: string): string[] {
  const result: string[] = [];
  for (let i = 0; i < symbols.length; i++) {
    if (symbols[i] === left && symbols[i + 1] === right) {
      result.push(left + right);
      i++;
    } else result.push(symbols[i]);
  }
  return result;
}

/**
 * Trains a tokenizer with the chat template ChatML. Ids are padding, the two special tokens, then the 256 bytes, then
 * one per merge.
 * @param merges maximum number; training stops earlier if no pair occurs twice
 */
export const bytePairTokenizer = (texts: readonly string[], merges: number): Tokenizer =>
  byteLevelTokenizer([PADDING, START, END], trainMerges(texts, merges), {
    pad_token: PADDING,
    eos_token: END,
    chat_template: CHAT_TEMPLATE,
    clean_up_tokenization_spaces: false,
  });
