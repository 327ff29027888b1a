/** @file Parses the messages when the page is built, so that the page does not load the parser. */
import type { Plugin } from 'vite';
import { type Catalogue, parseCatalogue } from '../src/text/parse-message.ts';

const CATALOGUE = /\/src\/text\/messages\/\w+\/\w+\.json$/;

export const parsedMessages = (): Plugin => ({
  name: 'parsed-messages',
  enforce: 'pre',
  transform: {
    filter: { id: CATALOGUE },
    handler: (code) => ({ code: JSON.stringify(parseCatalogue(JSON.parse(code) as Catalogue)), map: null }),
  },
});
/** Replaces the parser in the page, whose messages are already parsed. */
export const withoutParser = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
};
