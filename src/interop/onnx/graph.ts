/**
 * @file Builds an ONNX graph node by node. The bytes of weights are read only when the graph is written, one tensor at a
 * time, so that a graph of a model larger than memory can be built.
 */
import { ELEMENT_BYTES, type Attributes, type ElementType, type Node, type Value } from './messages.ts';

/** A constant of the graph whose bytes are read when they are written. */
export interface Initializer {
  name: string;
  type: ElementType;
  shape: readonly number[];
  byteLength: number;
  /** Little-endian, row-major. */
  read(): Promise<Uint8Array>;
}

export interface NodeOptions {
  attributes?: Attributes;
  /** The domain that defines the operator; default: ONNX. */
  domain?: 'com.microsoft';
  /** Default: one output with a name of its own. */
  outputs?: readonly string[];
}

/** ONNX's own operators. */
const OPSET = 21;
const CONTRIB_OPSET = 1;

/** Builds a graph: nodes are added in execution order. */
export class OnnxGraph {
  readonly nodes: Node[] = [];
  readonly initializers: Initializer[] = [];
  readonly opsets = new Map<string, number>([['', OPSET]]);
  private readonly constants = new Map<string, string>();
  private counter = 0;

  constructor(
    readonly inputs: readonly Value[],
    readonly outputs: readonly Value[],
  ) {}

  /** Adds a constant that is read later. Returns its name. */
  weight(name: string, type: ElementType, shape: readonly number[], read: () => Promise<Uint8Array>): string {
    const byteLength = shape.reduce((product, size) => product * size, ELEMENT_BYTES[type]);
    this.initializers.push({ name, type, shape, byteLength, read });
    return name;
  }

  /** A small int64 constant; equal ones are stored once. A number is a scalar. */
  int64(values: number | readonly number[]): string {
    const shape = typeof values === 'number' ? [] : [values.length];
    const data = BigInt64Array.from([values].flat(), BigInt);
    return this.once(`int64 ${JSON.stringify(values)}`, (name) =>
      this.weight(name, 'int64', shape, async () => new Uint8Array(data.buffer)),
    );
  }

  /** A float32 scalar; equal ones are stored once. */
  float(value: number): string {
    const data = Float32Array.of(value);
    return this.once(`float ${value}`, (name) =>
      this.weight(name, 'float', [], async () => new Uint8Array(data.buffer)),
    );
  }

  /** Adds a node; returns its first output's name. */
  node(operator: string, inputs: readonly string[], options: NodeOptions = {}): string {
    const { attributes = {}, domain = '', outputs = [`${operator}_${this.counter++}`] } = options;
    if (domain) this.opsets.set(domain, CONTRIB_OPSET);
    this.nodes.push({ operator, domain, inputs, outputs, attributes });
    return outputs[0];
  }

  private once(key: string, add: (name: string) => string): string {
    const name = this.constants.get(key) ?? add(`constant_${this.constants.size}`);
    this.constants.set(key, name);
    return name;
  }
}
