/** @file A sentence in parts: plain text, and the words that the glossary explains. */
import type { RunMessages } from '../../../text/message-types.ts';
import { runText } from '../../../text/run.ts';

export type TermName = keyof RunMessages['glossaryForms'];

/** Maps each form of a term in a sentence to the term. */
const terms = new Map(
  Object.entries(runText.glossaryForms).flatMap(([term, forms]) =>
    forms.map((form) => [form, term as TermName] as const),
  ),
);

export interface TextPart {
  text: string;
  /** The term that this part names. */
  term?: TermName;
}

/** Chinese and Japanese have no spaces, and a Korean particle joins its word: a term may stand beside such a character. */
const JOINING = ['Han', 'Hiragana', 'Katakana', 'Hangul'].map((script) => `\\p{Script=${script}}`).join('');
const LETTER = `(?![${JOINING}])[\\p{L}\\p{M}_]`;
/** Longer forms first: "KL cap" is not "KL" and "cap". No letter may follow or come before. */
const forms = [...terms.keys()].sort((a, b) => b.length - a.length);
const pattern = new RegExp(`(?<!${LETTER})(${forms.join('|')})(?!${LETTER})`, 'gu');

/** Each term is marked where it first stands. */
export function markedText(sentence: string): TextPart[] {
  const parts: TextPart[] = [];
  const seen = new Set<TermName>();
  let end = 0;
  for (const { 0: text, index } of sentence.matchAll(pattern)) {
    const term = terms.get(text)!;
    if (seen.has(term)) continue;
    seen.add(term);
    if (index > end) parts.push({ text: sentence.slice(end, index) });
    parts.push({ text, term });
    end = index + text.length;
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end) });
  return parts;
}
