/**
 * @file Writes small f32 ONNX models for tests in protobuf's wire format. Field numbers are from onnx.proto
 * (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Number and value of a protobuf field. The value is an integer, a text, bytes, an f32 or a message. */
type Field = readonly [number, number | string | Uint8Array | { f32: number } | readonly Field[]];

/** Values of TensorProto.DataType. */
const ELEMENT = { float: 1, int64: 7 } as const;
type ElementType = keyof typeof ELEMENT;

/** Input or output of a graph. A string in the shape names a size known only at run time. A scalar has the shape []. */
export interface Value {
  name: string;
  type: ElementType;
  shape: readonly (number | string)[];
}

type Attributes = Readonly<Record<string, number | { f32: number }>>;

export interface ExternalData {
  /** Maximum size of a tensor file, in bytes. */
  partBytes: number;
}

function encode(fields: readonly Field[], writer = new BinaryWriter()): BinaryWriter {
  for (const [field, value] of fields)
    if (typeof value === 'number') writer.tag(field, WireType.Varint).int64(value);
    else if (typeof value === 'string') writer.tag(field, WireType.LengthDelimited).string(value);
    else if (value instanceof Uint8Array) writer.tag(field, WireType.LengthDelimited).bytes(value);
    else if ('f32' in value) writer.tag(field, WireType.Bit32).float(value.f32);
    else encode(value, writer.tag(field, WireType.LengthDelimited).fork()).join();
  return writer;
}

const valueFields = ({ name, type, shape }: Value): Field[] => {
  const dimensions = shape.map((size): Field => [1, [typeof size === 'number' ? [1, size] : [2, size]]]);
  return [[1, name], [2, [[1, [[1, ELEMENT[type]], [2, dimensions]]]]]]; // prettier-ignore
};

/** Builds a graph from nodes added in execution order. */
export class OnnxGraph {
  private readonly nodes: Field[] = [];
  private readonly tensors: { name: string; fields: Field[]; bytes: Uint8Array<ArrayBuffer> }[] = [];

  constructor(
    private readonly inputs: readonly Value[],
    private readonly outputs: readonly Value[],
  ) {}

  weight(name: string, shape: readonly number[], values: Float32Array<ArrayBuffer>): string {
    return this.tensor(name, 'float', shape, values);
  }

  /** Adds an int64 constant. A plain number becomes a scalar. */
  int64(values: number | readonly number[]): string {
    const shape = typeof values === 'number' ? [] : [values.length];
    const data = BigInt64Array.from([values].flat(), BigInt);
    return this.tensor(`int64_${this.tensors.length}`, 'int64', shape, data);
  }

  /** Adds a node. Its operator is one of ONNX, or of ONNX Runtime's `domain`. Returns the name of its first output. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Attributes = {},
    { domain = '', outputs = [`${operator}_${this.nodes.length}`] as readonly string[] } = {},
  ): string {
    const fields = Object.entries(attributes).map(([name, value]): Field => {
      // The types are values of AttributeProto.AttributeType: FLOAT 1, INT 2.
      const [field, type] = typeof value === 'number' ? [3, 2] : [2, 1];
      return [5, [[1, name], [field, value], [20, type]]]; // prettier-ignore
    });
    const texts = (field: number, names: readonly string[]) => names.map((name): Field => [field, name]);
    this.nodes.push([1, [...texts(1, inputs), ...texts(2, outputs), [4, operator], ...fields, [7, domain]]]);
    return outputs[0];
  }

  /** Returns the model's files by name. With `external`, tensors of at least 1 KiB go to tensor files. */
  files(name: string, external?: ExternalData): Map<string, Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const initializers = this.tensors.map(({ fields, bytes }): Field => {
      if (!external || bytes.length < 1024) return [5, [...fields, [9, bytes]]];
      let offset = parts.at(-1)?.length ?? 0;
      if (parts.length === 0 || offset + bytes.length > external.partBytes) {
        parts.push(new Uint8Array());
        offset = 0;
      }
      const last = parts.length - 1;
      parts[last] = new Uint8Array([...parts[last], ...bytes]);
      const entries = { location: partName(name, last), offset: `${offset}`, length: `${bytes.length}` };
      const place = Object.entries(entries).map(([key, value]): Field => [13, [[1, key], [2, value]]]); // prettier-ignore
      return [5, [...fields, ...place, [14, 1]]];
    });
    const graph: Field[] = [
      ...this.nodes,
      [2, 'graph'],
      ...initializers,
      ...this.inputs.map((input): Field => [11, valueFields(input)]),
      ...this.outputs.map((output): Field => [12, valueFields(output)]),
    ];
    // The model has IR version 10, and uses operator sets 21 of ONNX and 1 of ONNX Runtime.
    const opsets: Field[] = [[8, [[1, ''], [2, 21]]], [8, [[1, 'com.microsoft'], [2, 1]]]]; // prettier-ignore
    const model = encode([[1, 10], [7, graph], ...opsets]).finish(); // prettier-ignore
    return new Map([[name, model], ...parts.map((bytes, i) => [partName(name, i), bytes] as const)]);
  }

  private tensor(
    name: string,
    type: ElementType,
    shape: readonly number[],
    { buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>,
  ): string {
    const fields: Field[] = [...shape.map((size): Field => [1, size]), [2, ELEMENT[type]], [8, name]];
    this.tensors.push({ name, fields, bytes: new Uint8Array(buffer, byteOffset, byteLength) });
    return name;
  }
}

/** Returns the name that transformers.js expects for a tensor file. */
const partName = (model: string, part: number): string => `${model}_data${part === 0 ? '' : `_${part}`}`;
