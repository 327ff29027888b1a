/** @file Checks exact round trips and known bit patterns, and that no read goes beyond the bytes of a hostile file. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModelFileError } from './model-file-error.ts';
import { openSafetensors, writeSafetensors } from './safetensors.ts';
import { safetensorsBytes } from '../testing/safetensors-bytes.ts';

const tensor = (dtype: string, shape: number[], begin: number, end: number) => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

it('reads back what it wrote, bit for bit', () => {
  const value = fc.float({ noNaN: false });
  const arrays = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z.]{1,12}$/), fc.array(value, { maxLength: 9 })), {
    selector: ([name]) => name,
    maxLength: 6,
  });
  fc.assert(
    fc.property(arrays, fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string()), (named, metadata) => {
      const tensors = new Map(
        named.map(([name, data]) => [name, { shape: [data.length], data: Float32Array.from(data) }]),
      );
      const bytes = writeSafetensors(tensors, metadata);
      const file = openSafetensors(bytes);
      expect(file.metadata).toEqual({ format: 'pt', ...metadata });
      expect([...file.entries.keys()].sort()).toEqual([...tensors.keys()].sort());
      for (const [name, { shape, data }] of tensors) {
        const read = file.read(name);
        expect(read.shape).toEqual(shape);
        expect(new Uint8Array(read.data.buffer)).toEqual(new Uint8Array(data.buffer));
      }
    }),
  );
});

it('reads half precisions exactly, at odd byte offsets too', () => {
  // packed-numbers.test.ts checks every f16.
  const halves = { 0x3c00: 1, 0x83ff: -1023 * 2 ** -24, 0x3555: 0.333251953125, 0xfc00: -Infinity };
  const brains = { 0x3f80: 1, 0xc040: -3, 0x3eab: 0.333984375, 0xff80: -Infinity };
  const bits = Uint16Array.from([...Object.keys(halves), ...Object.keys(brains)], Number);
  const file = openSafetensors(
    safetensorsBytes(
      {
        flag: tensor('BOOL', [1], 0, 1),
        half: tensor('F16', [4], 1, 9),
        brain: tensor('BF16', [2, 2], 9, 17),
      },
      Uint8Array.of(0),
      new Uint8Array(bits.buffer),
    ),
  );
  expect([...file.read('half').data]).toEqual(Object.values(halves));
  expect([...file.read('brain').data]).toEqual(Object.values(brains));
  expect(() => file.read('flag')).toThrow(/^unsupported .*flag.* has dtype BOOL; only F32, F16 and BF16 can be read/);
  expect(() => file.read('absent')).toThrow(/there is no tensor .*absent/);
});

it.each<[name: string, bytes: Uint8Array, cause: string]>([
  ['an empty file', new Uint8Array(), '0 bytes are too few'],
  ['a huge header', Uint8Array.from([255, 255, 255, 255, 255, 255, 255, 255, 0]), 'more than the format allows'],
  ['a header past the end', Uint8Array.from([100, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7d]), 'it is cut off'],
  ['a header that is not JSON', safetensorsBytes('<!doctype html>'), 'its header is not JSON'],
  ['a header that is a list', safetensorsBytes([1]), 'its header is not an object'],
  ['metadata of numbers', safetensorsBytes({ __metadata__: { a: 1 } }), '__metadata__'],
  [
    'an entry without shape',
    safetensorsBytes({ a: { dtype: 'F32', data_offsets: [0, 0] } }),
    'the header entry of tensor "a"',
  ],
  ['an unknown dtype', safetensorsBytes({ a: tensor('F31', [0], 0, 0) }), 'unknown dtype "F31"'],
  ['a dtype from the prototype', safetensorsBytes({ a: tensor('toString', [0], 0, 0) }), 'unknown dtype'],
  ['negative offsets', safetensorsBytes({ a: tensor('F32', [1], -4, 0) }), 'the header entry of tensor "a"'],
  ['reversed offsets', safetensorsBytes({ a: tensor('F32', [1], 4, 0) }, new Uint8Array(4)), 'needs 4 bytes, has -4'],
  ['a wrong byte length', safetensorsBytes({ a: tensor('F32', [2], 0, 4) }, new Uint8Array(4)), 'needs 8 bytes, has 4'],
  [
    'a shape that overflows',
    safetensorsBytes({ a: tensor('F32', [2 ** 40, 2 ** 40], 0, 4) }, new Uint8Array(4)),
    'needs',
  ],
  ['data past the end', safetensorsBytes({ a: tensor('F32', [2], 0, 8) }, new Uint8Array(4)), 'it is cut off'],
  ['data left over', safetensorsBytes({ a: tensor('F32', [1], 0, 4) }, new Uint8Array(5)), 'the last 1 bytes'],
  [
    'overlapping tensors',
    safetensorsBytes({ a: tensor('F32', [1], 0, 4), b: tensor('U8', [4], 2, 6) }, new Uint8Array(6)),
    'tensor "b" overlaps another one',
  ],
  ['a hole', safetensorsBytes({ a: tensor('U8', [1], 1, 2) }, new Uint8Array(2)), 'bytes before tensor "a"'],
])('refuses %s', (_, bytes, cause) => {
  expect(() => openSafetensors(bytes, 'weights.safetensors')).toThrow(ModelFileError);
  expect(() => openSafetensors(bytes, 'weights.safetensors')).toThrow(
    expect.objectContaining({
      code: 'malformed',
      parameters: { file: 'weights.safetensors', what: expect.stringContaining(cause) },
    }),
  );
});

it('never throws anything but a ModelFileError, and never reads outside the file', () => {
  const good = writeSafetensors(new Map([['w', { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) }]]));
  const damaged = fc
    .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((edits) => {
      const bytes = good.slice();
      for (const [at, value] of edits) bytes[at] = value;
      return bytes;
    });
  const anyEntry = fc.record({
    dtype: fc.constantFrom('F32', 'F16', 'U8', 'X'),
    shape: fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 3 }),
    data_offsets: fc.array(fc.integer({ min: -2, max: 40 }), { maxLength: 3 }),
  });
  const invented = fc
    .tuple(fc.dictionary(fc.string(), fc.oneof(anyEntry, fc.jsonValue())), fc.uint8Array({ maxLength: 40 }))
    .map(([header, data]) => safetensorsBytes(header, data));
  fc.assert(
    fc.property(fc.oneof(damaged, invented, fc.uint8Array({ maxLength: 64 })), (bytes) => {
      try {
        const file = openSafetensors(bytes);
        for (const [name, { begin, end }] of file.entries) {
          expect(begin).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(bytes.length);
          file.read(name);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(ModelFileError);
      }
    }),
    { numRuns: 2000 },
  );
});

it('writes f16 that it reads back as the nearest', () => {
  const data = Float32Array.of(1, -2.5, 1 / 3, 65504, 2 ** -24, 0);
  const file = openSafetensors(writeSafetensors(new Map([['w', { shape: [6], data }]]), {}, 'F16'));
  expect(file.entries.get('w')).toMatchObject({ dtype: 'F16', shape: [6] });
  expect([...file.read('w').data]).toEqual([1, -2.5, 0.333251953125, 65504, 2 ** -24, 0]);
});

it('refuses to write a number that f16 cannot hold, and names it', () => {
  const large = new Map([['w', { shape: [2], data: Float32Array.of(1, 65520) }]]);
  expect(() => writeSafetensors(large, {}, 'F16')).toThrow('beyond-f16 {"name":"w","value":65520,"largest":65504}');
  expect(() => writeSafetensors(large)).not.toThrow();
});

it('refuses to write a tensor whose shape is not its size', () => {
  expect(() => writeSafetensors(new Map([['w', { shape: [3], data: new Float32Array(2) }]]))).toThrow('"w"');
});
