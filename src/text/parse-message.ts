/** @file Parses messages in ICU MessageFormat. The page's build parses them in advance (build/plugins.ts). */
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';

/** Messages by key, or any part of such a catalogue. */
export type Catalogue = string | readonly Catalogue[] | { readonly [key: string]: Catalogue };
export type ParsedCatalogue =
  | string
  | readonly MessageFormatElement[]
  | readonly ParsedCatalogue[]
  | { readonly [key: string]: ParsedCatalogue };

/** Messages contain no markup, so `<` is a plain character. */
const OPTIONS = { ignoreTag: true, captureLocation: false };

/** Parses a message. A message without ICU syntax stays a string. */
export const parseMessage = (message: string): string | MessageFormatElement[] =>
  /['{}]/.test(message) ? parse(message, OPTIONS) : message;

export function parseCatalogue(part: Catalogue): ParsedCatalogue {
  if (typeof part === 'string') return parseMessage(part);
  if (Array.isArray(part)) return part.map(parseCatalogue);
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, parseCatalogue(inner)]));
}
