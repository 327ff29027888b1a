/**
 * @file The recorded run that comes with the page, shown until there is a run. It was made with
 *
 *     npx genenv coevolve --preset discovery --seed 32 --epochs 80 --out example.jsonl \
 *       --set agentModel=discovery-agent-b --set environmentModel=discovery-environment-hard-b
 *     npx genenv export example.jsonl --name "discovery, genenv, seed 32" --out public/example-run.zip
 */
import type { RunEvent } from '../../genenv/events.ts';
import { CodedError } from '../../common/coded-error.ts';
import type { Coordinator, StoredRun } from '../../../workers/coordinator/contract.ts';

const FILE = 'example-run.zip';

export interface Example {
  /** @throws CodedError where it cannot be loaded */
  load(): Promise<StoredRun>;
  /** The events of one of its epochs, once it is loaded. */
  readEpoch(epoch: number): Promise<readonly RunEvent[]>;
  /** False where the system asks for reduced motion. */
  playsByItself: boolean;
}

/** @param coordinator reads the file in its own thread */
export const bundledExample = (coordinator: Pick<Coordinator, 'inspect' | 'inspectedEpoch'>): Example => ({
  async load() {
    const response = await fetch(new URL(FILE, document.baseURI));
    if (!response.ok)
      throw new CodedError(
        'example-not-loaded',
        `The recorded example could not be loaded (HTTP ${response.status}).`,
        {
          status: response.status,
        },
      );
    return coordinator.inspect(await response.blob(), FILE);
  },
  readEpoch: (epoch) => coordinator.inspectedEpoch(epoch),
  playsByItself: !matchMedia('(prefers-reduced-motion: reduce)').matches,
});
