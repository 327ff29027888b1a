/**
 * @file Loads ONNX Runtime Web on first use from our own copies of its files, and computes everything in one queue.
 *
 * A thread of the page (workers/player/onnx-host.ts) or Node (node-runtime.ts) provides the locations of the library
 * and its WebAssembly.
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

/** Devices that can run graphs here. */
export interface GraphDevices {
  readonly order: readonly GraphDevice[];
  /** Short reason why the first device is not WebGPU; null if it is. */
  readonly withoutWebGpu: string | null;
  /** True if shaders compute in f16, which f16 graphs need on WebGPU. */
  readonly halfPrecision: boolean;
}

export interface RuntimeSource {
  load(): Promise<OrtLibrary>;
  /** Addresses of our copies of the library's loader and WebAssembly, so that nothing comes from a CDN. */
  readonly files: { readonly mjs: string; readonly wasm: string };
  devices(): Promise<GraphDevices>;
}

/** A graph file. `externalData` holds its large tensors. */
export interface GraphBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly externalData: readonly { readonly path: string; readonly data: Uint8Array<ArrayBuffer> }[];
}

/** Severity from which ONNX Runtime prints messages. Thrown errors say the rest. */
const FATAL = 4;

export type Tensors = Readonly<Record<string, Tensor>>;

/** Runs a graph. Each run waits for earlier runs of all sessions. */
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

  /** @throws CodedError `graph-failed` */
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
   * Ensures that ONNX Runtime Web never computes twice at once. In its asyncify build (onnxruntime-web 1.31), a second
   * call of any session hangs the first call or ends the instance.
   */
  private readonly queue = new Queue();

  private constructor(
    readonly library: OrtLibrary,
    readonly devices: GraphDevices,
  ) {}

  /** @throws CodedError `onnx-runtime-not-loaded` */
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

  /** @throws CodedError `graph-refused` if the runtime cannot read the graph, or lacks an operator */
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

/** Refuses a software adapter, whose WebGPU is 40 times slower than WebAssembly. */
export async function webDevices(gpu: GPU | undefined): Promise<GraphDevices> {
  const wasm = (withoutWebGpu: string) => ({ order: ['wasm'] as const, withoutWebGpu, halfPrecision: false });
  if (!gpu) return wasm('no WebGPU here');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return wasm('no WebGPU adapter');
  if (adapter.info.isFallbackAdapter) return wasm('faster than the software WebGPU adapter');
  return { order: ['webgpu', 'wasm'], withoutWebGpu: null, halfPrecision: adapter.features.has('shader-f16') };
}
