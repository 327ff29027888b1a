/**
 * @file Runs the benchmark without a browser, on the command line's adapter, in a process that answers the runner's
 * messages. Its optional argument is the folder of TabGPT's source.
 */
import { openNodeDevice } from '../src/tensor/node.ts';
import { benchmarkOf, type Benchmark } from './contestants.ts';
import { nodeContestants } from './node-contestants.ts';

const device = await openNodeDevice();
const benchmark = benchmarkOf(nodeContestants(device, process.argv[2]), () =>
  Promise.resolve(`${device.adapter.name} ${device.adapter.details}`),
);

process.on('message', ({ call, values }: { call: keyof Benchmark; values: Parameters<Benchmark['time']> }) => {
  void (call === 'about' ? benchmark.about() : benchmark.time(...values)).then((answer) => process.send!(answer));
});
process.on('disconnect', () => process.exit());
