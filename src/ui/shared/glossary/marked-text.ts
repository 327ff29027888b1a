/** @file A sentence in parts: plain text, and the words that the glossary explains. */
import { inLanguage } from '../../../text/language.ts';
import { glossaryForms } from '../../../text/text.ts';
import type { TermName } from '../../../text/later.ts';

export interface TextPart {
  text: string;
  /** The term that this part names. */
  term?: TermName;
}

/** Chinese and Japanese have no spaces, and a Korean particle joins its word: a term may stand beside such a character. */
const JOINING = ['Han', 'Hiragana', 'Katakana', 'Hangul'].map((script) => `\\p{Script=${script}}`).join('');
const LETTER = `(?![${JOINING}])[\\p{L}\\p{M}_]`;
/** Longer forms first: "KL cap" is not "KL" and "cap". No letter may follow or come before. */
const pattern = inLanguage(() => {
  const forms = Object.keys(glossaryForms).sort((a, b) => b.length - a.length);
  return new RegExp(`(?<!${LETTER})(${forms.join('|')})(?!${LETTER})`, 'gu');
});

/** Each term is marked where it first stands. */
export function markedText(sentence: string): TextPart[] {
  const parts: TextPart[] = [];
  const seen = new Set<TermName>();
  let end = 0;
  for (const { 0: text, index } of sentence.matchAll(pattern())) {
    const term = glossaryForms[text];
    if (seen.has(term)) continue;
    seen.add(term);
    if (index > end) parts.push({ text: sentence.slice(end, index) });
    parts.push({ text, term });
    end = index + text.length;
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end) });
  return parts;
}
