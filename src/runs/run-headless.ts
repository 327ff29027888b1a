/** @file Makes a run without a page, with models on Dawn and the log in a file. */
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { CodedError } from '../common/coded-error.ts';
import { fileSize, ifFileExists } from '../common/node-files.ts';
import { runEventFormat } from '../genenv/log/event-format.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { diffSettings, type SettingName, type Settings } from '../genenv/settings/settings.ts';
import { openModel } from '../lm/files/load-model.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { modelSource } from '../lm/files/node-files.ts';
import { hasGraph, parseOnnxName } from '../onnx/choose-graph.ts';
import { Embedder } from '../onnx/embedder.ts';
import { nodeRuntime } from '../onnx/node-runtime.ts';
import { Transformers } from '../onnx/transformers.ts';
import { DevicePolicies } from '../policy/device-policies.ts';
import { type OnnxModel, openOnnxModel } from '../policy/onnx-model.ts';
import type { Player, Sampler } from '../policy/policy.ts';
import { FileRunLocks } from '../store/files/durable-files.ts';
import { JsonLinesRunStore } from '../store/files/json-lines-store.ts';
import type { Device } from '../tensor/device.ts';
import type { ModelHost, PlannedMachine, TextEmbedder } from './model-host.ts';
import type { PlayerChoice } from './model-choices.ts';
import { type Models, openModels } from './models.ts';
import { Session } from './session.ts';

/** Opens an ONNX model. @param name name of a folder, or path of a graph in the folder */
export const openOnnxModelInNode = async (name: string, files: ModelFiles): Promise<OnnxModel> =>
  openOnnxModel(await Transformers.open(nodeRuntime), name, files);

export const openEmbedderInNode = async (name: string, files: ModelFiles): Promise<Embedder> =>
  Embedder.open(await Transformers.open(nodeRuntime), files, parseOnnxName(name).graph);

export interface HeadlessRun {
  session: Session;
  /** Number of epochs already in the file. */
  resumedAfter: number;
  /** Start of the run and ends of the epochs already in the file, in order. Read this before the run continues. */
  resumed: AsyncIterable<RunEvent>;
}

/**
 * Starts a run whose log goes to a file, or continues the run in the file. The caller pulls the stages and disposes of
 * the session.
 * @throws CodedError if the file holds a run with other settings, or another process has the file open
 */
export async function openHeadlessRun(options: {
  settings: Settings;
  out: string;
  host: ModelHost;
  openModels?: (host: ModelHost, settings: Settings) => Promise<Models>;
}): Promise<HeadlessRun> {
  const { settings, host, openModels: open = openModels } = options;
  const out = resolve(options.out);
  // Refuse devices, pipes and folders.
  await ifFileExists(out, () => fileSize(out));
  // Lock the log before reading it, because another process may be writing it.
  const lock = await new FileRunLocks().acquire(out);
  const store = await openToGoOn(out).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const parts = {
    store,
    locks: { acquire: async () => lock },
    openModels: (chosen: Settings) => open(host, chosen),
    now: Date.now,
  };
  const stored = await store.get(out);
  if (!stored) {
    const session = await Session.open(parts, { newId: out, name: options.out, settings });
    return { session, resumedAfter: 0, resumed: endsOf(store, out) };
  }

  const session = await Session.open(parts, { runId: out });
  try {
    const before = session.settingsInForce();
    const { epochs, ...others } = diffSettings(settings, before);
    const different = Object.keys(others) as SettingName[];
    if (different.length > 0) {
      const values = different.map((name) => ({ setting: name, stored: before[name], given: settings[name] }));
      throw new CodedError('run-of-other-settings', { file: options.out, different: values });
    }
    if (epochs !== undefined) await session.changeSettings({ epochs });
  } catch (error) {
    await session.dispose();
    throw error;
  }
  return { session, resumedAfter: stored.epochs, resumed: endsOf(store, out) };
}

async function* endsOf(store: JsonLinesRunStore<RunEvent>, id: string): AsyncGenerator<RunEvent, void, void> {
  const started = await store.event(id, 0);
  if (started) yield started;
  yield* store.eventsOf(id, 'epoch-ended');
}

/** Opens a log up to the last epoch from which the run can continue. */
async function openToGoOn(out: string): Promise<JsonLinesRunStore<RunEvent>> {
  const store = await JsonLinesRunStore.open(out, runEventFormat);
  await store.leaveEpochsWithoutWeights();
  return store;
}

/** Opens model folders on disk and runs the models in this process on one device, which the caller owns. */
export class DeviceModels implements ModelHost {
  private readonly policies: DevicePolicies;

  /** Takes the folder `models`, in which model names are looked up. Absolute paths ignore this folder. */
  constructor(
    private readonly device: Device,
    private readonly models: string,
  ) {
    this.policies = new DevicePolicies(device);
  }

  async machine(): Promise<PlannedMachine> {
    return machineOf(this.device);
  }

  folder(model: string): ModelFiles {
    return modelSource(parseOnnxName(model).folder, this.models);
  }

  open({ model, training }: PlayerChoice): Promise<Player> {
    return this.policies.open(model, () => openModel(this.folder(model)), training);
  }

  async openTeacher(model: string): Promise<Sampler> {
    const files = this.folder(model);
    if (await hasGraph(files)) return openOnnxModelInNode(model, files);
    return this.policies.openSampler(model, () => openModel(files));
  }

  openEmbedder(model: string): Promise<TextEmbedder> {
    return openEmbedderInNode(model, this.folder(model));
  }
}

/**
 * Describes the adapter of a device, to plan memory. A software adapter may use 80% of this machine's memory. WebGPU
 * does not tell how much memory a GPU has.
 */
export function machineOf({ profile: { kernelStyle }, limits, adapter }: Device): PlannedMachine {
  const { maxBufferSize, maxStorageBufferBindingSize } = limits;
  const memory = adapter.isFallback ? 0.8 * totalmem() : null;
  return { kernelStyle, maxBufferSize, maxStorageBufferBindingSize, memory, oneDevice: true };
}
