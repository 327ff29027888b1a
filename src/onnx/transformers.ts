/**
 * @file Makes transformers.js use our ONNX Runtime (runtime.ts) and our model folders. The library never uses the
 * network, and all its sessions share one queue.
 *
 * - The library finds the runtime as `Symbol.for('onnxruntime')` (transformers.js 4, backends/onnx.js). So it works in
 *   Node too, where its own build expects onnxruntime-node.
 * - The library asks `env.customCache` for its files, under the id of an open folder.
 * - The library chains its calls with `then`, so after one failure all later calls would fail. Our sessions therefore
 *   never reject. They keep the failure, and the caller of the library throws it (`throwFailure`).
 */
import type { InferenceSession } from 'onnxruntime-web';
import { CodedError } from '../common/coded-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { chooseGraph, GRAPH_FOLDER } from './choose-graph.ts';
import { type GraphSummary, readGraph, type ReadGraph } from './inspect-graph.ts';
import {
  OnnxRuntime,
  type GraphBytes,
  type GraphDevice,
  GraphSession,
  type RuntimeSource,
  type Tensors,
} from './runtime.ts';

export type Library = typeof import('@huggingface/transformers');

/** Options for the library's `from_pretrained` and `pipeline`. */
export interface LibraryOptions {
  device: 'auto';
  dtype: 'fp32';
  use_external_data_format: false;
  session_options: object;
}

export interface Loaded<Model> {
  model: Model;
  graph: Omit<ReadGraph, 'content'>;
  device: GraphDevice;
  /** Runtime, device and graph for the log, with the reason if the device is not WebGPU. */
  runtime: string;
}

/** Key of our session in the session options, which the library passes on to `InferenceSession.create`. */
const SESSION = Symbol('session');
interface SessionOptions {
  [SESSION]: GraphSession;
}

/** Session that keeps the failure of a run instead of rejecting. */
class PatientSession extends GraphSession {
  failure: unknown;

  constructor({ session, queue }: GraphSession) {
    super(session, queue);
  }

  override async run(feeds: Tensors): ReturnType<GraphSession['run']> {
    try {
      return await super.run(feeds);
    } catch (error) {
      this.failure = error;
      return {};
    }
  }
}

/** Throws the failure that a session has kept, if any, and clears it. */
export function throwFailure({ sessions }: { sessions: Readonly<Record<string, unknown>> }): void {
  for (const session of Object.values(sessions)) {
    if (!(session instanceof PatientSession) || session.failure === undefined) continue;
    const { failure } = session;
    session.failure = undefined;
    throw failure;
  }
}

interface OpenFolder {
  files: ModelFiles;
  /** Error of the first unreadable file. The library would report the file as missing. */
  failure: unknown;
}

export class Transformers {
  private readonly folders = new Map<string, OpenFolder>();
  private opened = 0;

  private constructor(
    readonly runtime: OnnxRuntime,
    readonly library: Library,
  ) {}

  private static shared: Promise<Transformers> | undefined;

  /** Loads runtime and library on the first call in a thread. After a failure, the next call retries. */
  static open(source: RuntimeSource): Promise<Transformers> {
    Transformers.shared ??= Transformers.load(source).catch((error: unknown) => {
      Transformers.shared = undefined;
      throw error;
    });
    return Transformers.shared;
  }

  private static async load(source: RuntimeSource): Promise<Transformers> {
    const runtime = await OnnxRuntime.open(source);
    const { Tensor, env } = runtime.library;
    const create = async (_: unknown, options: SessionOptions) => new PatientSession(options[SESSION]);
    Object.assign(globalThis, { [Symbol.for('onnxruntime')]: { InferenceSession: { create }, Tensor, env } });
    const library = await import('@huggingface/transformers').catch((error: unknown) => {
      const { message, code } = error as NodeJS.ErrnoException;
      // transformers.js is an optional dependency, because in Node it would install an unused second ONNX Runtime.
      if (code === 'ERR_MODULE_NOT_FOUND') throw new CodedError('transformers-not-installed', {}, error);
      throw new CodedError('onnx-runtime-not-loaded', { library: 'transformers.js', cause: message }, error);
    });
    const transformers = new Transformers(runtime, library);
    Object.assign(library.env, {
      allowRemoteModels: false,
      allowLocalModels: true,
      localModelPath: '/',
      // The library looks up the local path and the hub's address in the cache, so both are made equal.
      remoteHost: '/',
      remotePathTemplate: '{model}/',
      useFS: false,
      useFSCache: false,
      useBrowserCache: false,
      // With this cache, the WebAssembly loader would have a blob: address, which a content security policy forbids.
      useWasmCache: false,
      useCustomCache: true,
      customCache: { match: (request: string) => transformers.match(request), put: async () => {} },
      fetch: async () => new Response(null, { status: 404 }),
      logLevel: library.LogLevel.NONE,
    });
    return transformers;
  }

  /** Returns the file that the library asks for, or undefined if no open folder has it. */
  private async match(request: string): Promise<Response | undefined> {
    const [, id, file] = /^\/(folder\/\d+)\/(.+)$/.exec(request) ?? [];
    const folder = this.folders.get(id);
    if (!folder) return undefined;
    // The session already has the graph, so the library gets an empty file instead of the bytes.
    if (file.startsWith(GRAPH_FOLDER)) return new Response();
    try {
      const bytes = await folder.files.read(file);
      return bytes && new Response(bytes);
    } catch (error) {
      folder.failure ??= error;
      return undefined;
    }
  }

  /** Opens a model on the first device that accepts its graph. @param open calls the library's `from_pretrained` */
  async load<Model>(
    files: ModelFiles,
    open: (library: Library, id: string, options: LibraryOptions) => Promise<Model>,
    graphName?: string,
  ): Promise<Loaded<Model>> {
    const { devices, version } = this.runtime;
    let refusal: unknown;
    for (const device of devices.order) {
      const path = graphName ? GRAPH_FOLDER + graphName : await chooseGraph(files, device, devices);
      const { content, ...graph } = await readGraph(files, path);
      try {
        const model = await this.loadOn(device, files, content, graph.summary, open);
        const why = refusal ? 'WebGPU refused the graph' : devices.withoutWebGpu;
        const runtime = `ONNX Runtime Web ${version}, ${device}${why ? ` (${why})` : ''}, ${path}`;
        return { model, graph, device, runtime };
      } catch (error) {
        if (!(error instanceof CodedError && error.code === 'graph-refused')) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  private async loadOn<Model>(
    device: GraphDevice,
    files: ModelFiles,
    content: GraphBytes,
    summary: GraphSummary,
    open: (library: Library, id: string, options: LibraryOptions) => Promise<Model>,
  ): Promise<Model> {
    // Make the session first, so that a refused graph never enters the library's chain of calls.
    const session = await this.runtime.session(content, device, cacheLocation(summary, device));
    const id = `folder/${(this.opened += 1)}`;
    const folder: OpenFolder = { files, failure: undefined };
    this.folders.set(id, folder);
    const options: LibraryOptions = {
      device: 'auto',
      dtype: 'fp32',
      use_external_data_format: false,
      session_options: { [SESSION]: session } satisfies SessionOptions,
    };
    try {
      return await open(this.library, id, options);
    } catch (error) {
      await session.release();
      if (folder.failure !== undefined) throw folder.failure;
      const { message } = error as Error;
      throw new CodedError('library-refused', { folder: files.name, cause: message }, error);
    } finally {
      this.folders.delete(id);
    }
  }
}

/** Returns the session option that keeps keys and values on the GPU between steps. */
function cacheLocation({ outputs }: GraphSummary, device: GraphDevice): InferenceSession.SessionOptions {
  if (device !== 'webgpu') return {};
  const caches = outputs.filter((name) => name.startsWith('present'));
  return { preferredOutputLocation: Object.fromEntries(caches.map((name) => [name, 'gpu-buffer'] as const)) };
}
