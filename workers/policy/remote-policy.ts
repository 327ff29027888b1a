/** @file The policy of one role in a thread of models, as a policy: every method asks the thread. */
import type { Player } from '../../src/policy/policy.ts';
import type { Role } from '../../src/runs/model-choices.ts';
import type { PolicyCall, PolicyWorker } from './contract.ts';

export function remotePolicy(worker: PolicyWorker, role: Role): Player {
  return new Proxy({} as Player, {
    get(_, method) {
      // The proxy can be awaited itself: it has no method "then".
      if (method === 'then' || typeof method === 'symbol') return undefined;
      return (...request: unknown[]) => worker.ask(role, ...([method, ...request] as PolicyCall));
    },
  });
}
