/**
 * @file Reads the wordings of itineraries: "from A to B", "Name, City", "City(State)". The official evaluator
 * (github.com/OSU-NLP-Group/TravelPlanner, `utils/func.py`) reads them with regular expressions whose backtracking is
 * cubic on hostile text; these scanners read the same without it.
 */

const isSpace = (character: string | undefined) => character !== undefined && /\s/.test(character);

/** First index at or after `from` that holds no white space. */
function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at += 1;
  return at;
}

/** The destination after a "to" that ends at `end`: from the next word to a comma, never empty. */
function destinationAfter(text: string, end: number): string | null {
  const word = skipSpaces(text, end);
  // If no word follows, the expression matches white space itself, provided that there is more than one character.
  const start = word < text.length && text[word] !== ',' ? word : word - 1;
  if (start <= end) return null;
  const comma = text.indexOf(',', start);
  return text.slice(start, comma === -1 ? text.length : comma);
}

/** The first reading of "from A to B" whose "from" ends at `end`; A has no line feed. */
function readFromTo(text: string, end: number): { from: string; to: string } | null {
  const start = skipSpaces(text, end);
  for (let to = text.indexOf('to', start + 1); to !== -1; to = text.indexOf('to', to + 1)) {
    if (!isSpace(text[to - 1]) || !isSpace(text[to + 2])) continue;
    const from = text.slice(start, to).trimEnd();
    if (from.includes('\n')) break;
    const destination = destinationAfter(text, to + 2);
    if (destination !== null) return { from, to: destination };
  }
  // "from   to B": the name between is a space.
  if (!text.startsWith('to', start) || !isSpace(text[start + 2])) return null;
  for (let at = start - 2; at > end; at--) {
    const destination = text[at] === '\n' ? null : destinationAfter(text, start + 2);
    if (destination !== null) return { from: text[at], to: destination };
  }
  return null;
}

/** The two cities of "from A to B" anywhere in a text; B ends at a comma or with the text. */
export function extractFromTo(text: string): { from: string; to: string } | null {
  for (let at = text.indexOf('from'); at !== -1; at = text.indexOf('from', at + 1)) {
    const end = at + 'from'.length;
    const found = isSpace(text[end]) ? readFromTo(text, end) : null;
    if (found !== null) return found;
  }
  return null;
}

/** "Pittsburgh(Pennsylvania)" without its first parenthesis and what follows it. */
export function beforeParenthesis(text: string): string {
  const open = text.indexOf('(');
  if (open === -1 || text.indexOf(')', open) === -1) return text;
  const before = text.slice(0, open);
  return before.includes('\n') ? text : before;
}

/** Replaces a place that cannot be read. */
export const UNREADABLE = '-';

/** The name and the city of "Name, with commas perhaps, City(State)": the city follows the last comma. */
export function nameAndCity(text: string): { name: string; city: string } {
  const comma = text.lastIndexOf(',');
  if (comma === -1 || comma === text.length - 1) return { name: UNREADABLE, city: UNREADABLE };
  const name = text.slice(text.lastIndexOf('\n', comma) + 1, comma).trim();
  return { name, city: beforeParenthesis(text.slice(comma + 1).trim()).trim() };
}
