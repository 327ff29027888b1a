/**
 * @file The contestants in a process of Node, without a browser.
 *
 * All of them wait for the adapter as our command line does, asleep. Else Dawn would keep a core busy while a peer waits,
 * one of two on which a software adapter computes, and it would take nearly twice as long.
 */
import { keepAlive, waitSleeping } from '../src/tensor/node.ts';
import type { Device } from '../src/tensor/device.ts';
import { contestantsOf, type Entry } from './contestants.ts';
import { prepare } from './genenv.ts';

const asleep = (entry: Entry): Entry => ({
  ...entry,
  async prepare(size) {
    const { train, sample, ...rest } = await waitSleeping(entry.prepare(size));
    return {
      ...rest,
      ...(train && { train: () => waitSleeping(train()) }),
      ...(sample && { sample: () => waitSleeping(sample()) }),
    };
  },
});

/**
 * @param device ours; peers open devices of the same adapter themselves
 * @param tabgpt the folder of TabGPT's source
 */
export function nodeContestants(device: Device, tabgpt?: string): Record<string, Entry> {
  // What peers ask a browser for.
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: keepAlive.dawn, userAgent: 'Node' } });
  const { genenv, ...peers } = contestantsOf(tabgpt);
  return {
    genenv: { ...genenv, prepare: (size) => prepare(size, device) },
    ...Object.fromEntries(Object.entries(peers).map(([name, entry]) => [name, asleep(entry)])),
  };
}
