/** @file The thread of ONNX Runtime, ended when no model is left: the runtime gives no memory back otherwise. */
import type { Sampler } from '../../../src/policy/policy.ts';
import type { TextEmbedder } from '../../../src/runs/embedding-similarity.ts';
import { type Thread, withOwn } from '../../rpc/connect.ts';
import { startPlayer } from '../start-player.ts';
import type { OnnxSource, OnnxWorker } from './contract.ts';

type User = 'model' | 'embedder';

export class OnnxThread {
  private thread: Thread<OnnxWorker> | undefined;
  /** The users of models that are open in the thread. */
  private readonly users = new Set<User>();

  /** Opens a language model in the place of the one before. */
  async openModel(source: OnnxSource): Promise<Sampler> {
    const proxy = this.running();
    await this.using('model', () => proxy.open(source));
    return this.leaving('model', proxy.model);
  }

  /** Opens a model of embeddings in the place of the one before. */
  async openEmbedder(source: OnnxSource): Promise<TextEmbedder> {
    const proxy = this.running();
    await this.using('embedder', () => proxy.openEmbedder(source));
    return this.leaving('embedder', proxy.embedder);
  }

  /** The same model, whose disposal ends the thread where it was the last. */
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
