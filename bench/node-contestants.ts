/**
 * @file Loads the contestants in a Node process, without a browser.
 *
 * They all sleep while they wait for the adapter, like our command line. Otherwise Dawn would keep one of two cores
 * busy. A software adapter needs both cores, and would take nearly twice as long.
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
 * @param device our device; peers open their own devices on the same adapter
 * @param tabgpt folder of TabGPT's source
 */
export function nodeContestants(device: Device, tabgpt?: string): Record<string, Entry> {
  // Peers expect a browser's navigator.
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: keepAlive.dawn, userAgent: 'Node' } });
  const { genenv, ...peers } = contestantsOf(tabgpt);
  return {
    genenv: { ...genenv, prepare: (size) => prepare(size, device) },
    ...Object.fromEntries(Object.entries(peers).map(([name, entry]) => [name, asleep(entry)])),
  };
}
