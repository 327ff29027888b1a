import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLenientJson } from './families/english-calls/task.ts';

it.each([
  ['strict JSON', '{"a": [1, "x"], "b": {"c": null}}', { a: [1, 'x'], b: { c: null } }],
  ['a fence and words around it', 'Sure!\n```json\n{"a": "x"}\n```\nDone.', { a: 'x' }],
  ['single quotes, with an apostrophe', "{'a': 'Amy's boss'}", { a: "Amy's boss" }],
  ['typographic quotes', '{“a”: “it’s”}', { a: 'it’s' }],
  ['a comma before a closing bracket', '{"a": [1, 2,], }', { a: [1, 2] }],
  ['Python’s words', '{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
  ['a missing end', '{"a": ["x", "y', { a: ['x', 'y'] }],
  ['escapes', '{"a": "say \\"x\\"\\n\\u00e9"}', { a: 'say "x"\né' }],
])('reads %s', (_, text, value) => {
  expect(readLenientJson(text)).toEqual(value);
});

it.each([
  ['no object', 'rain in Rome'],
  ['a list', '[1, 2]'],
  ['a key without a value', '{"a"'],
  ['brackets that do not match', '{"a": [1}'],
  ['a bare word', '{"a": rain}'],
  ['a quote inside a string', '{"a": "say "x" now"}'],
  ['brackets without end', '{"a": [[[[[[[[[[1'],
])('refuses %s', (_, text) => {
  expect(readLenientJson(text)).toBeNull();
});

it('reads what JSON.stringify writes, and neither throws nor hangs on any text', () => {
  const flat = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 })),
  );
  fc.assert(
    fc.property(flat, (value) => {
      expect(readLenientJson(JSON.stringify(value))).toEqual(value);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readLenientJson(`{${text}`)));
});
