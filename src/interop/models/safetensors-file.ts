/**
 * @file A safetensors file that is written tensor by tensor: only the one being written is in memory.
 * Format: https://github.com/huggingface/safetensors#format
 */
import { toHalf } from '../../common/half-float.ts';
import { CodedError } from '../../common/coded-error.ts';
import type { ExportFile } from '../export-file.ts';

/** A tensor that is read when it is written. */
export interface StreamedTensor {
  name: string;
  shape: readonly number[];
  read(): Promise<Float32Array>;
}

const BYTES = { F32: 4, F16: 2 } as const;
export type Dtype = keyof typeof BYTES;

/** The reference implementation aligns the data to this, with spaces after the header. */
const ALIGNMENT = 8;

/** @throws CodedError `value-outside-f16` while it is written, where a finite weight has no finite f16 */
export function safetensorsFile(path: string, tensors: readonly StreamedTensor[], dtype: Dtype): ExportFile {
  return {
    path,
    async *chunks() {
      yield headerBytes(tensors, dtype);
      for (const tensor of tensors) {
        const values = await tensor.read();
        const stored = dtype === 'F16' ? halvesOf(tensor.name, values) : values;
        yield new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
      }
    },
  };
}

function headerBytes(tensors: readonly StreamedTensor[], dtype: Dtype): Uint8Array {
  // transformers insists on the metadata.
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  let begin = 0;
  for (const { name, shape } of tensors) {
    const end = begin + shape.reduce((product, size) => product * size, BYTES[dtype]);
    header[name] = { dtype, shape, data_offsets: [begin, end] };
    begin = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(json.length / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(8 + length).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(json, 8);
  return bytes;
}

function halvesOf(name: string, values: Float32Array): Uint16Array {
  const halves = toHalf(values);
  const outside = values.findIndex((value, i) => Number.isFinite(value) && (halves[i] & 0x7c00) === 0x7c00);
  if (outside >= 0)
    throw new CodedError(
      'value-outside-f16',
      `${name} holds ${values[outside]}, which f16 cannot represent (its largest number is 65504). Export the weights as f32.`,
      { tensor: name, value: values[outside] },
    );
  return halves;
}
