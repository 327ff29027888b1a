/**
 * @file Loads a catalogue of messages in the current language. A message without parameters becomes a string, and other
 * messages become functions of named parameters. Numbers in `{n, number}` and in plurals are formatted for the
 * language. Other parameters are shown as given. An empty text counts as `null`, so that a message can select a wording
 * for it.
 */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { language } from './language.ts';
import { type Language, LANGUAGES } from './languages.ts';
import { parseMessage, type ParsedCatalogue } from './parse-message.ts';

/** Value of the parser's `TYPE.literal`. The page does not load the parser. */
const LITERAL = 0;

/** Imports a catalogue in one language. */
type ImportCatalogue = (language: Language) => Promise<{ default: object }>;

const isMessage = (part: ParsedCatalogue): part is readonly MessageFormatElement[] =>
  Array.isArray(part) && typeof part[0]?.type === 'number';

function message(elements: readonly MessageFormatElement[], tag: string) {
  if (elements.every(({ type }) => type === LITERAL))
    return elements.map((one) => 'value' in one && one.value).join('');
  let format: IntlMessageFormat | undefined;
  return (parameters: Record<string, string | number | boolean | null>): string => {
    const given = Object.entries(parameters).map(([name, value]) => [name, value === '' ? null : value]);
    return String((format ??= new IntlMessageFormat([...elements], tag)).format(Object.fromEntries(given)));
  };
}

function shown(part: ParsedCatalogue, tag: string): unknown {
  if (typeof part === 'string') {
    const parsed = parseMessage(part);
    return typeof parsed === 'string' ? parsed : message(parsed, tag);
  }
  if (isMessage(part)) return message(part, tag);
  if (Array.isArray(part)) return part.map((inner: ParsedCatalogue) => shown(inner, tag));
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, shown(inner, tag)]));
}

/** Loads a catalogue and makes its messages callable. @typeParam Messages the catalogue's type in message-types.ts */
export async function loadMessages<Messages>(load: ImportCatalogue, choice = language()): Promise<Messages> {
  return shown((await load(choice)).default as ParsedCatalogue, LANGUAGES[choice].tag) as Messages;
}
