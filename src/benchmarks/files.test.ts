import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ByteFile } from './benchmark.ts';
import { Loading, MAX_FILE_BYTES, memoryFiles, readLines } from './files.ts';

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
  const files = new Loading(memoryFiles([['x.jsonl', content]]));
  const rows = await files.jsonLines('x.jsonl', row);
  expect(rows.map(({ at, value }) => [at, value.id])).toEqual([
    [1, 'a'],
    [6, 'c'],
  ]);
  expect(files.problems.map(({ file, line }) => [file, line])).toEqual([
    ['x.jsonl', 2],
    ['x.jsonl', 4],
    ['x.jsonl', 5],
  ]);
  expect(files.problems).toMatchObject([
    { code: 'not-json' },
    { code: 'schema-mismatch', parameters: { place: 'n', cause: 'expected number, but there is none' } },
    { code: 'line-not-utf8' },
  ]);
});

it('says that a line is nested too deep', async () => {
  const content = `${'['.repeat(20_000)}${']'.repeat(20_000)}\n{"id": "a", "n": 1}`;
  const files = new Loading(memoryFiles([['x.jsonl', content]]));
  const rows = await files.jsonLines('x.jsonl', row);
  expect(rows).toHaveLength(1);
  expect(files.problems).toMatchObject([{ line: 1, code: 'nested-too-deep', parameters: { limit: 200 } }]);
});

it('says that a required file is missing, and nothing of an optional one', async () => {
  const files = new Loading(memoryFiles([]));
  expect([await files.jsonLines('a.json', row), await files.text('a.json')]).toEqual([[], null]);
  expect(files.problems.map(({ code }) => code)).toEqual(['file-missing', 'file-missing']);
  await files.jsonLines('a.json', row, { optional: true });
  await files.text('a.json', { optional: true });
  expect(files.problems).toHaveLength(2);
});

it('does not read a file over the limit', async () => {
  const huge: ByteFile = { size: 500 * 1024 * 1024, stream: () => expect.unreachable() };
  for (const read of ['jsonLines', 'jsonArray'] as const) {
    const files = new Loading(memoryFiles([['huge.jsonl', huge]]));
    expect(await files[read]('huge.jsonl', row)).toEqual([]);
    expect(files.problems).toMatchObject([
      { code: 'file-too-large', parameters: { size: huge.size, limit: MAX_FILE_BYTES } },
    ]);
  }
});

it('drops a line that is too long and reads on', async () => {
  const file = new Blob([`${'x'.repeat(3000)}\nshort\n`]);
  const texts: (string | null)[] = [];
  for await (const { text } of readLines(file, 1000)) texts.push(text);
  expect(texts).toEqual([null, 'short']);
});

it('reads an array element by element', async () => {
  const files = new Loading(
    memoryFiles([
      ['array.json', '[{"id": "a", "n": 1}, {"id": 2}, {"id": "c", "n": 3}]'],
      ['object.json', '{}'],
      ['broken.json', '[1,'],
    ]),
  );
  expect((await files.jsonArray('array.json', row)).map(({ at }) => at)).toEqual([0, 2]);
  for (const name of ['object.json', 'broken.json']) await files.jsonArray(name, row);
  expect(files.problems).toMatchObject([
    { element: 1, parameters: { place: 'id' } },
    { code: 'not-an-array' },
    { code: 'not-json' },
  ]);
});
