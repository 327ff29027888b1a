/**
 * @file The models of a run, each in a thread of its own. A thread is started once and reused by the next runs; one that
 * has stopped is started again.
 */
import type { TextEmbedder } from '../../src/runs/embedding-similarity.ts';
import type { ModelChoice, ModelHost, Role } from '../../src/runs/models.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { ModelFiles } from '../../src/lm/model-files.ts';
import { webFolder } from '../../src/lm/web-folder.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import { OnnxThread } from '../onnx/client.ts';
import type { PolicyWorker } from './contract.ts';
import { modelAddress } from './model-url.ts';
import { spawn, type WorkerHandle } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';

export class PlayerThreads implements ModelHost {
  private readonly threads = new Map<Role, WorkerHandle<PolicyWorker>>();
  private readonly onnx = new OnnxThread();

  folder(model: string): ModelFiles {
    return webFolder(addressOf(model));
  }

  async open({ role, model }: ModelChoice): Promise<Policy> {
    const { proxy } = this.running(role);
    await proxy.open({ name: model, url: modelAddress(model) });
    return proxy;
  }

  openFrozen(model: string): Promise<Policy> {
    return this.onnx.openPolicy({ name: model, address: addressOf(model) });
  }

  openEmbedder(model: string): Promise<TextEmbedder> {
    return this.onnx.openEmbedder({ name: model, address: addressOf(model) });
  }

  private running(role: Role): WorkerHandle<PolicyWorker> {
    const running = this.threads.get(role);
    if (running?.alive) return running;
    running?.terminate();
    // Vite finds workers by this very expression, so it cannot be a parameter of `spawn`.
    const worker = new Worker(new URL('./policy.worker.ts', import.meta.url), {
      type: 'module',
      name: threadName(role),
    });
    const handle = spawn<PolicyWorker>(worker, `the ${role}`);
    this.threads.set(role, handle);
    return handle;
  }
}

/** The address of a folder, also where the name is that of one of its graphs. */
const addressOf = (model: string): string => modelAddress(parseOnnxName(model).folder);
