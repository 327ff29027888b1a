/** @file Starts the workers that run the models of a run. */
import type { PlayerChoice, Role } from '../../src/runs/model-choices.ts';
import type { ModelHost, PlannedMachine, TextEmbedder } from '../../src/runs/model-host.ts';
import type { Player, Sampler, Training } from '../../src/policy/policy.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { adapterLimits } from '../../src/tensor/device.ts';
import { hasGraph, parseOnnxName } from '../../src/onnx/choose-graph.ts';
import type { OnnxHost, OnnxSource } from './onnx-host.ts';
import type { PolicyHost } from './policy-host.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import { connect, type Thread, withOwn } from '../rpc/connect.ts';

/** Starts a worker. @param part `onnx`, or the role of our own model @param title name of the worker in messages */
function startPlayer<Contract extends object>(part: string, title: string): Thread<Contract> {
  const worker = new Worker(new URL('./player.worker.ts', import.meta.url), { type: 'module', name: part });
  return connect<Contract>(worker, title, part);
}

/** Opens a model on ONNX Runtime in its own thread. `dispose` ends the thread, because the runtime frees no memory. */
async function openOnnx<Model extends Sampler | TextEmbedder>(
  open: (worker: OnnxHost) => Promise<void>,
  modelOf: (worker: OnnxHost) => Model,
): Promise<Model> {
  const thread = startPlayer<OnnxHost>('onnx', 'ONNX Runtime');
  try {
    await open(thread.proxy);
  } catch (error) {
    thread.terminate();
    throw error;
  }
  const dispose = async () => thread.terminate();
  return withOwn<Sampler | TextEmbedder>(modelOf(thread.proxy), { dispose }) as Model;
}

/**
 * Runs the models of a run in threads: one per role, or one for all roles that share a device. Later runs reuse a
 * thread. A thread that has stopped is replaced.
 */
export class PlayerThreads implements ModelHost {
  private readonly threads = new Map<Role, Thread<PolicyHost>>();

  folder(model: string): ModelFiles {
    return folderAt(addressOf(model));
  }

  /** Describes the machine; null without an adapter. Each thread has its own device. No browser reports GPU memory. */
  async machine(): Promise<PlannedMachine | null> {
    const limits = await adapterLimits(navigator.gpu);
    return limits && { ...limits, memory: null, oneDevice: false };
  }

  open({ role, model, training, place }: PlayerChoice): Promise<Player> {
    return this.openIn(place, role, model, training);
  }

  async openTeacher(model: string): Promise<Sampler> {
    if (await hasGraph(this.folder(model)))
      return openOnnx(
        (worker) => worker.open(onnxSource(model)),
        (worker) => worker.model,
      );
    return this.openIn('teacher', 'teacher', model, { kind: 'frozen' });
  }

  openEmbedder(model: string): Promise<TextEmbedder> {
    return openOnnx(
      (worker) => worker.openEmbedder(onnxSource(model)),
      (worker) => worker.embedder,
    );
  }

  private async openIn(place: Role, role: Role, model: string, training: Training): Promise<Player> {
    const { proxy } = this.running(place);
    await proxy.open(role, { name: model, url: modelAddress(model) }, training);
    return withOwn(proxy.players[role]);
  }

  private running(place: Role): Thread<PolicyHost> {
    const running = this.threads.get(place);
    if (running?.alive) return running;
    running?.terminate();
    const handle = startPlayer<PolicyHost>(place, `the ${place}`);
    this.threads.set(place, handle);
    return handle;
  }
}

/** Returns the address of a model's folder, even if `model` names a graph in the folder. */
const addressOf = (model: string): string => modelAddress(parseOnnxName(model).folder);

const onnxSource = (model: string): OnnxSource => ({ name: model, address: addressOf(model) });
