/**
 * @file The models of a run, each in a thread of its own. A thread is started once and reused by the next runs; one that
 * has stopped is started again.
 */
import type { ModelHost, Role } from '../../src/runs/models.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { ModelFiles } from '../../src/lm/model-files.ts';
import { webFolder } from '../../src/lm/web-folder.ts';
import type { PolicyWorker } from './contract.ts';
import { modelAddress } from './model-url.ts';
import { spawn, type WorkerHandle } from '../rpc/spawn.ts';
import { threadName } from '../rpc/thread-name.ts';

export class PlayerThreads implements ModelHost {
  private readonly threads = new Map<Role, WorkerHandle<PolicyWorker>>();

  folder(model: string): ModelFiles {
    return webFolder(modelAddress(model));
  }

  async open(role: Role, model: string): Promise<Policy> {
    const { proxy } = this.running(role);
    await proxy.open({ name: model, url: modelAddress(model) });
    return proxy;
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
