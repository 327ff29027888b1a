/** @file docs/glossary.md explains the page's terms in the page's words, and no word twice. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { glossary } from '../src/text/en/glossary.ts';

const [, ofPage, ofCode] = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8').split('\n## ');
const entries = (section: string): string[] => section.split('\n').filter((line) => line.startsWith('- '));

it('says of each term what the page says', () => {
  const lines = Object.values(glossary).map(({ term, meaning }) => `- **${term}**: ${meaning}`);
  expect(entries(ofPage)).toEqual(lines);
});

it('lists each word of the code once, in order', () => {
  const words = entries(ofCode).map((line) => /^- \*\*(.+?)\*\*: /.exec(line)![1]);
  expect(words).toEqual([...new Set(words)].sort((a, b) => a.localeCompare(b, 'en')));
});
