/**
 * @file Loads the contestants in a process of Node, without a browser.
 *
 * All of them sleep while they wait for the adapter, as our command line does. Otherwise Dawn would keep one of two
 * cores busy, on which a software adapter computes, and it would take nearly twice as long.
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
 * @param device our device; peers open devices of the same adapter themselves
 * @param tabgpt the folder of TabGPT's source
 */
export function nodeContestants(device: Device, tabgpt?: string): Record<string, Entry> {
  // Peers expect this of a browser.
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: keepAlive.dawn, userAgent: 'Node' } });
  const { genenv, ...peers } = contestantsOf(tabgpt);
  return {
    genenv: { ...genenv, prepare: (size) => prepare(size, device) },
    ...Object.fromEntries(Object.entries(peers).map(([name, entry]) => [name, asleep(entry)])),
  };
}
