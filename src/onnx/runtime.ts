/**
 * @file Loads ONNX Runtime Web from our own copies of its files, and runs all sessions in one queue.
 *
 * A worker of the page (workers/player/onnx-host.ts) or Node (node-runtime.ts) states where the library and its
 * WebAssembly are.
 */
import type { Env, InferenceSession, InferenceSessionFactory, Tensor, TensorConstructor } from 'onnxruntime-web';
import { CodedError } from '../common/coded-error.ts';
import { Queue } from '../common/once.ts';

interface OrtLibrary {
  readonly InferenceSession: InferenceSessionFactory;
  readonly Tensor: TensorConstructor;
  readonly env: Env;
}

export type GraphDevice = 'webgpu' | 'wasm';

/** Devices that can run graphs, in the order of preference. */
export interface GraphDevices {
  readonly order: readonly GraphDevice[];
  /** Short reason why the first device is not WebGPU. Null if it is WebGPU. */
  readonly withoutWebGpu: string | null;
  /** True if WebGPU's shaders can compute in f16, as f16 graphs need. */
  readonly halfPrecision: boolean;
}

export interface RuntimeSource {
  load(): Promise<OrtLibrary>;
  /** Addresses of our copies of the library's loader and WebAssembly. By default the library would ask a CDN. */
  readonly files: { readonly mjs: string; readonly wasm: string };
  devices(): Promise<GraphDevices>;
}

/** Bytes of a graph file, and of the tensor files that hold its large tensors. */
export interface GraphBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly externalData: readonly { readonly path: string; readonly data: Uint8Array<ArrayBuffer> }[];
}

/** Lowest severity of the messages that ONNX Runtime prints. Thrown errors say the rest. */
const FATAL = 4;

export type Tensors = Readonly<Record<string, Tensor>>;

/** Session that runs one graph. Each run waits for earlier runs of all sessions. */
export class GraphSession {
  constructor(
    readonly session: InferenceSession,
    readonly queue: Queue,
  ) {}

  get inputNames(): readonly string[] {
    return this.session.inputNames;
  }

  get outputNames(): readonly string[] {
    return this.session.outputNames;
  }

  get inputMetadata(): readonly InferenceSession.ValueMetadata[] {
    return this.session.inputMetadata;
  }

  /** Runs the graph once. @throws CodedError `graph-failed` */
  async run(feeds: Tensors): Promise<Record<string, Tensor>> {
    try {
      return await this.queue.add(() => this.session.run(feeds, { logSeverityLevel: FATAL }));
    } catch (error) {
      const { message } = error as Error;
      throw new CodedError('graph-failed', { cause: message }, error);
    }
  }

  release(): Promise<void> {
    return this.queue.add(() => this.session.release());
  }
}

export class OnnxRuntime {
  /**
   * Queue of the calls of all sessions. In the asyncify build of onnxruntime-web 1.31, a call during another call hangs
   * the other call or ends the instance.
   */
  private readonly queue = new Queue();

  private constructor(
    readonly library: OrtLibrary,
    readonly devices: GraphDevices,
  ) {}

  /** Loads the library. @throws CodedError `onnx-runtime-not-loaded` */
  static async open(source: RuntimeSource): Promise<OnnxRuntime> {
    try {
      const [library, devices] = await Promise.all([source.load(), source.devices()]);
      const { wasm } = library.env;
      wasm.wasmPaths = { ...source.files };
      wasm.proxy = false;
      library.env.logLevel = 'fatal';
      return new OnnxRuntime(library, devices);
    } catch (error) {
      const { message } = error as Error;
      throw new CodedError('onnx-runtime-not-loaded', { library: 'ONNX Runtime', cause: message }, error);
    }
  }

  get version(): string {
    return this.library.env.versions.web ?? '';
  }

  /** Opens a graph. @throws CodedError `graph-refused` if the runtime cannot read the graph or lacks an operator */
  async session(
    { bytes, externalData }: GraphBytes,
    device: GraphDevice,
    options: InferenceSession.SessionOptions = {},
  ): Promise<GraphSession> {
    const all: InferenceSession.SessionOptions = {
      ...options,
      executionProviders: [device],
      ...(externalData.length > 0 && { externalData }),
      logSeverityLevel: FATAL,
    };
    try {
      return new GraphSession(await this.queue.add(() => this.library.InferenceSession.create(bytes, all)), this.queue);
    } catch (error) {
      const { message } = error as Error;
      throw new CodedError('graph-refused', { device, cause: message }, error);
    }
  }
}

/** Returns the devices of a browser. Leaves out a software adapter, because it is 40 times slower than WebAssembly. */
export async function webDevices(gpu: GPU | undefined): Promise<GraphDevices> {
  const wasm = (withoutWebGpu: string) => ({ order: ['wasm'] as const, withoutWebGpu, halfPrecision: false });
  if (!gpu) return wasm('no WebGPU here');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return wasm('no WebGPU adapter');
  if (adapter.info.isFallbackAdapter) return wasm('faster than the software WebGPU adapter');
  return { order: ['webgpu', 'wasm'], withoutWebGpu: null, halfPrecision: adapter.features.has('shader-f16') };
}
