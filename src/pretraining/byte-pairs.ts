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

export const CHAT_ML = {
  special: [PADDING, START, END],
  end: END,
  chatTemplate:
    `{% for message in messages %}{{ '${START}' + message['role'] + '\\n' + message['content'] + '${END}' + '\\n' }}` +
    `{% endfor %}{% if add_generation_prompt %}{{ '${START}assistant\\n' }}{% endif %}`,
};

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

interface BytePairRecipe {
  /** Tokens that no text contains, first in the vocabulary. The first one is for padding. */
  special: readonly string[];
  /** Special token that ends the texts of a model. */
  end: string;
  chatTemplate: string;
  /** Maximum number of merges. Training stops earlier if no pair occurs twice. */
  merges: number;
}

/** Trains a tokenizer with a chat template. Ids are the special tokens, then the 256 bytes, then one per merge. */
export function bytePairTokenizer(
  texts: readonly string[],
  { special, end, chatTemplate, merges }: BytePairRecipe,
): Tokenizer {
  const learned = trainMerges(texts, merges);
  const config = { pad_token: special[0], eos_token: end, chat_template: chatTemplate };
  return byteLevelTokenizer(special, learned, { ...config, clean_up_tokenization_spaces: false });
}
