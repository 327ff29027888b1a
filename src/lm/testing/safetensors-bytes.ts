/** @file Makes safetensors files that `writeSafetensors` does not write: other number formats, and damaged files. */
import { concatenate } from '../../common/byte-source.ts';

const encoded = (text: string) => new TextEncoder().encode(text);

/** Returns a file with a header and data. @param header object, or raw text for malformed headers */
export function safetensorsBytes(header: unknown, ...data: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const json = encoded(typeof header === 'string' ? header : JSON.stringify(header));
  return concatenate([new Uint8Array(BigUint64Array.of(BigInt(json.length)).buffer), json, ...data]);
}

/** Returns the header of consecutive tensors in bf16. */
export function bf16Header(shapes: Iterable<readonly [string, readonly number[]]>): Record<string, object> {
  let end = 0;
  const entry = (shape: readonly number[]) => {
    const begin = end;
    end += 2 * shape.reduce((a, b) => a * b);
    return { dtype: 'BF16', shape, data_offsets: [begin, end] };
  };
  return Object.fromEntries(Array.from(shapes, ([name, shape]) => [name, entry(shape)]));
}
