/**
 * @file Writes an ONNX model: the few messages of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto)
 * that a decoder needs, in protobuf's wire format.
 */

type Field = Uint8Array;
const utf8 = new TextEncoder();

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const integer = (field: number, value: number): Field => Uint8Array.from([...varint(field << 3), ...varint(value)]);
const bytes = (field: number, value: Uint8Array): Field =>
  concatenate([Uint8Array.from([...varint((field << 3) | 2), ...varint(value.length)]), value]);
const text = (field: number, value: string): Field => bytes(field, utf8.encode(value));
const message = (field: number, ...fields: Field[]): Field => bytes(field, concatenate(fields));
const float = (field: number, value: number): Field =>
  concatenate([Uint8Array.from([(field << 3) | 5]), new Uint8Array(Float32Array.of(value).buffer)]);

const ELEMENT = { float: 1, int32: 6, int64: 7 } as const;
type ElementType = keyof typeof ELEMENT;

/** Attribute values with their ONNX type, which a JavaScript number does not tell. */
export type Attributes = Record<string, { int: number } | { float: number } | { ints: number[] }>;

export interface Value {
  name: string;
  type: ElementType;
  /** A number is a fixed size, a string names a size that is known at run time. */
  shape: readonly (number | string)[];
}

/** Builds a graph: nodes are added in execution order. */
export class OnnxGraph {
  private readonly nodes: Field[] = [];
  private readonly initializers: Field[] = [];
  private readonly domains = new Map<string, number>([['', 17]]);
  private counter = 0;

  constructor(
    private readonly inputs: readonly Value[],
    private readonly outputs: readonly Value[],
  ) {}

  constant(type: ElementType, shape: readonly number[], data: Float32Array | Int32Array | BigInt64Array): string {
    const name = `constant_${this.counter++}`;
    this.initializers.push(
      message(
        5,
        ...shape.map((size) => integer(1, size)),
        integer(2, ELEMENT[type]),
        text(8, name),
        bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
      ),
    );
    return name;
  }

  /** Adds a node; returns its first output's name. Outputs are named automatically unless given. */
  node(
    operator: string,
    inputs: readonly string[],
    options: { attributes?: Attributes; domain?: string; outputs?: readonly string[] } = {},
  ): string {
    const { attributes = {}, domain = '', outputs = [`value_${this.counter++}`] } = options;
    if (domain) this.domains.set(domain, 1);
    this.nodes.push(
      message(
        1,
        ...inputs.map((name) => text(1, name)),
        ...outputs.map((name) => text(2, name)),
        text(4, operator),
        ...Object.entries(attributes).map(([name, value]) => message(5, text(1, name), ...attribute(value))),
        text(7, domain),
      ),
    );
    return outputs[0];
  }

  /** The bytes of the model file. */
  build(): Uint8Array<ArrayBuffer> {
    const value = (field: number, { name, type, shape }: Value) =>
      message(
        field,
        text(1, name),
        message(
          2,
          message(
            1,
            integer(1, ELEMENT[type]),
            message(2, ...shape.map((size) => message(1, typeof size === 'number' ? integer(1, size) : text(2, size)))),
          ),
        ),
      );
    return concatenate([
      integer(1, 8),
      message(
        7,
        ...this.nodes,
        text(2, 'decoder'),
        ...this.initializers,
        ...this.inputs.map((input) => value(11, input)),
        ...this.outputs.map((output) => value(12, output)),
      ),
      ...[...this.domains].map(([domain, version]) => message(8, text(1, domain), integer(2, version))),
    ]);
  }
}

function attribute(value: Attributes[string]): Field[] {
  if ('int' in value) return [integer(3, value.int), integer(20, 2)];
  if ('float' in value) return [float(2, value.float), integer(20, 1)];
  return [...value.ints.map((item) => integer(8, item)), integer(20, 7)];
}
