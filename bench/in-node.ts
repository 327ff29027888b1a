/**
 * @file The benchmark without a browser, on the adapter that the command line computes on: a process that answers the
 * runner's messages.
 *
 * All contestants wait for the adapter as our command line does, asleep. Else Dawn would keep a core busy while jax-js waits,
 * one of two on which a software adapter computes, and it would take nearly twice as long.
 */
import { keepAlive, openNodeDevice, waitSleeping } from '../src/tensor/node.ts';
import type { Contestant } from './contestant.ts';
import { benchmarkOf, contestants, type Benchmark } from './contestants.ts';

const device = await openNodeDevice();
// What jax-js asks a browser for.
Object.defineProperty(globalThis, 'navigator', {
  value: { gpu: keepAlive.dawn, userAgent: 'Node' },
});

const asleep = ({ prepare }: { prepare(): Promise<Contestant> }) => ({
  async prepare() {
    const { train, sample } = await prepare();
    return { train: () => waitSleeping(train!()), sample: () => waitSleeping(sample!()) };
  },
});

const { genenv, 'jax-js': jax, 'plain TypeScript': plain } = contestants;
const benchmark = benchmarkOf(
  {
    genenv: { ...genenv, load: async () => ({ prepare: async () => (await import('./genenv.ts')).prepare(device) }) },
    // It calls iterators by methods that came with Node 22.
    ...('Iterator' in globalThis && {
      'jax-js': { ...jax, load: async () => asleep(await import('./peers/jax-js.ts')) },
    }),
    'plain TypeScript': plain,
  },
  () => Promise.resolve(`${device.adapter.name} ${device.adapter.details}`),
);

process.on('message', ({ call, values }: { call: keyof Benchmark; values: Parameters<Benchmark['time']> }) => {
  void (call === 'about' ? benchmark.about() : benchmark.time(...values)).then((answer) => process.send!(answer));
});
process.on('disconnect', () => process.exit());
