/**
 * @file The messages of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) that a decoder needs, in
 * protobuf's wire format. Numbers of fields are those of onnx.proto.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** TensorProto.DataType. */
const ELEMENT = { float: 1, uint8: 2, int32: 6, int64: 7, bool: 9, float16: 10 } as const;
export type ElementType = keyof typeof ELEMENT;

export const ELEMENT_BYTES: Readonly<Record<ElementType, number>> = {
  float: 4,
  uint8: 1,
  int32: 4,
  int64: 8,
  bool: 1,
  float16: 2,
};

/** An input or an output of the graph. */
export interface Value {
  name: string;
  type: ElementType;
  /** A number is a fixed size, a string names a size that is known at run time; [] is a scalar. */
  shape: readonly (number | string)[];
}

/** Attribute values with their ONNX type, which a JavaScript number does not tell. */
export type Attributes = Readonly<Record<string, { int: number } | { float: number } | { ints: readonly number[] }>>;

export interface Node {
  operator: string;
  /** '' is ONNX's own. */
  domain: string;
  /** '' leaves an optional input out. */
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: Attributes;
}

/** A constant of the graph: its bytes, or where they lie in a file beside the model. */
export interface StoredTensor {
  name: string;
  type: ElementType;
  shape: readonly number[];
  data: { bytes: Uint8Array } | { file: string; offset: number; length: number };
}

export interface Model {
  producer: string;
  nodes: readonly Node[];
  initializers: readonly StoredTensor[];
  inputs: readonly Value[];
  outputs: readonly Value[];
  /** Version of each domain's operators. */
  opsets: ReadonlyMap<string, number>;
}

/** The first IR version with opset 21. */
const IR_VERSION = 10;
const DATA_LOCATION_EXTERNAL = 1;
const ATTRIBUTE_TYPE = { float: 1, int: 2, ints: 7 } as const;

type Write<T> = (writer: BinaryWriter, value: T) => void;

const int = (writer: BinaryWriter, field: number, value: number) => writer.tag(field, WireType.Varint).int64(value);
const text = (writer: BinaryWriter, field: number, value: string) =>
  writer.tag(field, WireType.LengthDelimited).string(value);
function message<T>(writer: BinaryWriter, field: number, write: Write<T>, value: T): void {
  writer.tag(field, WireType.LengthDelimited).fork();
  write(writer, value);
  writer.join();
}

export function modelBytes(model: Model): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  int(writer, 1, IR_VERSION);
  text(writer, 2, model.producer);
  message(writer, 7, writeGraph, model);
  for (const opset of model.opsets) message(writer, 8, writeOpset, opset);
  return writer.finish();
}

const writeOpset: Write<[string, number]> = (writer, [domain, version]) => {
  text(writer, 1, domain);
  int(writer, 2, version);
};

const writeGraph: Write<Model> = (writer, { nodes, initializers, inputs, outputs }) => {
  for (const node of nodes) message(writer, 1, writeNode, node);
  text(writer, 2, 'decoder');
  for (const tensor of initializers) message(writer, 5, writeTensor, tensor);
  for (const input of inputs) message(writer, 11, writeValue, input);
  for (const output of outputs) message(writer, 12, writeValue, output);
};

const writeNode: Write<Node> = (writer, { operator, domain, inputs, outputs, attributes }) => {
  for (const input of inputs) text(writer, 1, input);
  for (const output of outputs) text(writer, 2, output);
  // Messages of the runtime name a node by this; the first output is unique.
  text(writer, 3, outputs.find((output) => output !== '') ?? operator);
  text(writer, 4, operator);
  for (const attribute of Object.entries(attributes)) message(writer, 5, writeAttribute, attribute);
  text(writer, 7, domain);
};

const writeAttribute: Write<[string, Attributes[string]]> = (writer, [name, value]) => {
  text(writer, 1, name);
  if ('float' in value) writer.tag(2, WireType.Bit32).float(value.float);
  else if ('int' in value) int(writer, 3, value.int);
  else for (const item of value.ints) int(writer, 8, item);
  const type = 'float' in value ? 'float' : 'int' in value ? 'int' : 'ints';
  int(writer, 20, ATTRIBUTE_TYPE[type]);
};

const writeTensor: Write<StoredTensor> = (writer, { name, type, shape, data }) => {
  for (const size of shape) int(writer, 1, size);
  int(writer, 2, ELEMENT[type]);
  text(writer, 8, name);
  if ('bytes' in data) {
    writer.tag(9, WireType.LengthDelimited).bytes(data.bytes);
    return;
  }
  const place = { location: data.file, offset: String(data.offset), length: String(data.length) };
  for (const entry of Object.entries(place)) message(writer, 13, writeEntry, entry);
  int(writer, 14, DATA_LOCATION_EXTERNAL);
};

const writeEntry: Write<[string, string]> = (writer, [key, value]) => {
  text(writer, 1, key);
  text(writer, 2, value);
};

const writeValue: Write<Value> = (writer, { name, type, shape }) => {
  text(writer, 1, name);
  message(writer, 2, writeType, { type, shape });
};

const writeType: Write<Pick<Value, 'type' | 'shape'>> = (writer, tensor) => message(writer, 1, writeTensorType, tensor);

const writeTensorType: Write<Pick<Value, 'type' | 'shape'>> = (writer, { type, shape }) => {
  int(writer, 1, ELEMENT[type]);
  message(writer, 2, writeShape, shape);
};

const writeShape: Write<Value['shape']> = (writer, shape) => {
  for (const size of shape) message(writer, 1, writeDimension, size);
};

const writeDimension: Write<number | string> = (writer, size) => {
  if (typeof size === 'number') int(writer, 1, size);
  else text(writer, 2, size);
};
