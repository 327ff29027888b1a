import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ByteFile } from './benchmark.ts';
import { MAX_FILE_BYTES, memoryFiles, readJsonArray, readJsonLines, readLines, readText } from './files.ts';

const row = z.object({ id: z.string(), n: z.number() });
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));

it('keeps the good lines and names file and line of each bad one', async () => {
  const content = bytes(
    '\uFEFF{"id": "a", "n": 1}\r\n',
    'not json\n\n',
    '{"id": "b"}\n',
    [0x7b, 0xff, 0xfe, 0x7d, 0x0a],
    '{"id": "c", "n": 3}',
  );
  const { rows, problems } = await readJsonLines(memoryFiles([['x.jsonl', content]]), 'x.jsonl', row);
  expect(rows.map(({ at, value }) => [at, value.id])).toEqual([
    [1, 'a'],
    [6, 'c'],
  ]);
  expect(problems.map(({ file, line }) => [file, line])).toEqual([
    ['x.jsonl', 2],
    ['x.jsonl', 4],
    ['x.jsonl', 5],
  ]);
  expect(problems).toMatchObject([
    { code: 'not-json' },
    { code: 'schema-mismatch', parameters: { place: 'n', cause: 'expected number, but there is none' } },
    { code: 'line-not-utf8' },
  ]);
});

it('says that a line is nested too deep', async () => {
  const content = `${'['.repeat(20_000)}${']'.repeat(20_000)}\n{"id": "a", "n": 1}`;
  const { rows, problems } = await readJsonLines(memoryFiles([['x.jsonl', content]]), 'x.jsonl', row);
  expect(rows).toHaveLength(1);
  expect(problems).toMatchObject([{ line: 1, code: 'nested-too-deep', parameters: { limit: 200 } }]);
});

it('says that a required file is missing, and nothing of an optional one', async () => {
  const source = memoryFiles([]);
  expect((await readJsonLines(source, 'a.json', row)).problems[0].code).toBe('file-missing');
  expect((await readJsonLines(source, 'a.json', row, { optional: true })).problems).toEqual([]);
  expect((await readText(source, 'a.json')).problems).toHaveLength(1);
  expect((await readText(source, 'a.json', { optional: true })).problems).toEqual([]);
});

it('does not read a file over the limit', async () => {
  const huge: ByteFile = { size: 500 * 1024 * 1024, stream: () => expect.unreachable() };
  const source = memoryFiles([['huge.jsonl', huge]]);
  for (const read of [readJsonLines, readJsonArray])
    expect(await read(source, 'huge.jsonl', row)).toMatchObject({
      rows: [],
      problems: [{ code: 'file-too-large', parameters: { size: huge.size, limit: MAX_FILE_BYTES } }],
    });
});

it('drops a line that is too long and reads on', async () => {
  const file = new Blob([`${'x'.repeat(3000)}\nshort\n`]);
  const texts: (string | null)[] = [];
  for await (const { text } of readLines(file, 1000)) texts.push(text);
  expect(texts).toEqual([null, 'short']);
});

it('reads an array element by element', async () => {
  const source = memoryFiles([
    ['array.json', '[{"id": "a", "n": 1}, {"id": 2}, {"id": "c", "n": 3}]'],
    ['object.json', '{}'],
    ['broken.json', '[1,'],
  ]);
  const { rows, problems } = await readJsonArray(source, 'array.json', row);
  expect(rows.map(({ at }) => at)).toEqual([0, 2]);
  expect(problems[0]).toMatchObject({ element: 1, parameters: { place: 'id' } });
  expect((await readJsonArray(source, 'object.json', row)).problems[0].code).toBe('not-an-array');
  expect((await readJsonArray(source, 'broken.json', row)).problems[0].code).toBe('not-json');
});
