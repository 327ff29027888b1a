/** @file A safetensors file that is written tensor by tensor: only the one being written is in memory. */
import { storedBytes, writeHeader, type WrittenDtype } from '../../lm/files/safetensors.ts';
import type { ExportFile } from '../export-file.ts';

/** A tensor that is read when it is written. */
export interface StreamedTensor {
  shape: readonly number[];
  read(): Promise<Float32Array>;
}

/** @throws CodedError `beyond-f16` while it is written, where a weight is too large */
export const safetensorsFile = (
  path: string,
  tensors: ReadonlyMap<string, StreamedTensor>,
  dtype: WrittenDtype,
): ExportFile => ({
  path,
  async *chunks() {
    const shapes = new Map([...tensors].map(([name, { shape }]) => [name, shape]));
    yield writeHeader(shapes, {}, dtype).header;
    for (const [name, { read }] of tensors) yield storedBytes(name, await read(), dtype);
  },
});
