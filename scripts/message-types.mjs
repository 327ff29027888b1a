/** @file Writes the types of the English messages to src/common/message-types.ts, which git ignores. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const root = join(import.meta.dirname, '..', 'src');
const folder = join(root, 'text', 'messages', 'en');
const target = join(root, 'common', 'message-types.ts');

/** Returns the TypeScript types of the parameters of a message, by name. */
function parameters(elements, found = {}) {
  for (const element of elements) {
    const { type, value, options } = element;
    if (type === TYPE.argument) found[value] ??= 'string | number';
    if (type === TYPE.number || type === TYPE.plural) found[value] = 'number';
    if (type === TYPE.select && found[value] !== 'number') {
      const names = Object.keys(options);
      found[value] = names.includes('true') ? 'boolean' : names.includes('null') ? 'string | number | null' : 'string';
    }
    for (const option of Object.values(options ?? {})) parameters(option.value, found);
  }
  return found;
}

function typeOf(part, indent) {
  if (typeof part === 'string') {
    const found = /['{}]/.test(part) ? Object.entries(parameters(parse(part, { ignoreTag: true }))) : [];
    if (found.length === 0) return 'string';
    return `(parameters: { ${found.map(([name, type]) => `${name}: ${type}`).join('; ')} }) => string`;
  }
  if (Array.isArray(part)) return `readonly [${part.map((inner) => typeOf(inner, indent)).join(', ')}]`;
  const inner = `${indent}  `;
  const lines = Object.entries(part).map(
    ([key, value]) => `${inner}readonly ${JSON.stringify(key)}: ${typeOf(value, inner)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** Writes the types, unless the file is newer than this script and every English catalogue. */
export function writeMessageTypes() {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const written = statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if ([...files, import.meta.filename].every((file) => statSync(file).mtimeMs < written)) return;
  const types = files.map((file) => {
    const name = basename(file, '.json').replace(/^./, (letter) => letter.toUpperCase());
    return `export type ${name}Messages = ${typeOf(JSON.parse(readFileSync(file, 'utf8')), '')};\n`;
  });
  writeFileSync(target, `// Written by scripts/message-types.mjs.\n${types.join('')}`);
}

if (process.argv[1] === import.meta.filename) writeMessageTypes();
