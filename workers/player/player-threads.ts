/** @file Starts the workers that run the models of a run. */
import type { PlayerChoice, Role } from '../../src/runs/model-choices.ts';
import type { ModelHost, PlannedMachine, TextEmbedder } from '../../src/runs/model-host.ts';
import type { Player, Sampler, Training } from '../../src/policy/policy.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { adapterLimits } from '../../src/tensor/device.ts';
import { hasGraph, parseOnnxName } from '../../src/onnx/choose-graph.ts';
import type { OnnxSource, OnnxWorker } from './onnx-host.ts';
import type { PolicyWorker } from './policy-host.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import { connect, type Thread, withOwn } from '../rpc/connect.ts';

/** @param part `onnx`, or the role of our own model; @param title names the worker in messages */
function startPlayer<Contract extends object>(part: string, title: string): Thread<Contract> {
  const worker = new Worker(new URL('./player.worker.ts', import.meta.url), { type: 'module', name: part });
  return connect<Contract>(worker, title, part);
}

type User = 'model' | 'embedder';

/** Runs ONNX Runtime in a thread. The thread ends with its last model, because the runtime never returns memory. */
class OnnxThread {
  private thread: Thread<OnnxWorker> | undefined;
  /** Callers that have a model open in this thread. */
  private readonly users = new Set<User>();

  /** Opens a language model in place of the previous one. */
  async openModel(source: OnnxSource): Promise<Sampler> {
    const proxy = this.running();
    await this.using('model', () => proxy.open(source));
    return this.leaving('model', proxy.model);
  }

  /** Opens an embedding model in place of the previous one. */
  async openEmbedder(source: OnnxSource): Promise<TextEmbedder> {
    const proxy = this.running();
    await this.using('embedder', () => proxy.openEmbedder(source));
    return this.leaving('embedder', proxy.embedder);
  }

  /** Returns the model with a `dispose` that ends the thread if this was its last user. */
  private leaving<Model extends Sampler | TextEmbedder>(user: User, model: Model): Model {
    return withOwn<Sampler | TextEmbedder>(model, {
      dispose: () => this.leave(user, () => model.dispose()),
    }) as Model;
  }

  private running(): OnnxWorker {
    if (this.thread?.alive) return this.thread.proxy;
    this.thread?.terminate();
    this.users.clear();
    this.thread = startPlayer<OnnxWorker>('onnx', 'ONNX Runtime');
    return this.thread.proxy;
  }

  private async using(user: User, open: () => Promise<unknown>): Promise<void> {
    this.users.add(user);
    try {
      await open();
    } catch (error) {
      await this.leave(user, async () => {});
      throw error;
    }
  }

  private async leave(user: User, close: () => Promise<void>): Promise<void> {
    await close();
    this.users.delete(user);
    if (this.users.size > 0) return;
    this.thread?.terminate();
    this.thread = undefined;
  }
}

/**
 * Runs a run's models in threads: one per role, or one for all roles that share a device. A thread is reused by later
 * runs, and restarted if it has stopped.
 */
export class PlayerThreads implements ModelHost {
  /** Maps roles to threads. */
  private readonly threads = new Map<Role, Thread<PolicyWorker>>();
  private readonly onnx = new OnnxThread();

  folder(model: string): ModelFiles {
    return folderAt(addressOf(model));
  }

  /** Each role has its own device. No browser reports how much memory there is. */
  async machine(): Promise<PlannedMachine | null> {
    const limits = await adapterLimits(navigator.gpu);
    return limits && { ...limits, memory: null, oneDevice: false };
  }

  open({ role, model, training, place }: PlayerChoice): Promise<Player> {
    return this.openIn(place, role, model, training);
  }

  async openTeacher(model: string): Promise<Sampler> {
    if (await hasGraph(this.folder(model))) return this.onnx.openModel({ name: model, address: addressOf(model) });
    return this.openIn('teacher', 'teacher', model, { kind: 'frozen' });
  }

  openEmbedder(model: string): Promise<TextEmbedder> {
    return this.onnx.openEmbedder({ name: model, address: addressOf(model) });
  }

  private async openIn(place: Role, role: Role, model: string, training: Training): Promise<Player> {
    const { proxy } = this.running(place);
    await proxy.open(role, { name: model, url: modelAddress(model) }, training);
    return withOwn(proxy.players[role]);
  }

  private running(place: Role): Thread<PolicyWorker> {
    const running = this.threads.get(place);
    if (running?.alive) return running;
    running?.terminate();
    const handle = startPlayer<PolicyWorker>(place, `the ${place}`);
    this.threads.set(place, handle);
    return handle;
  }
}

/** Returns the address of a folder, even if the name is one of its graphs. */
const addressOf = (model: string): string => modelAddress(parseOnnxName(model).folder);
