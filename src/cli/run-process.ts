/**
 * @file A process that makes runs of a sweep for another (run-processes.ts), one after the other, on a device of its own.
 * It ends with the process that started it, however that ends: the channel between them closes.
 */
import { errorData } from '../common/error-data.ts';
import { DeviceModels } from '../runs/run-headless.ts';
import { runInFolder, type RunOne } from '../sweeps/run-one.ts';
import type { SweepRun } from '../sweeps/sweep-file.ts';
import { openDevice } from './open-device.ts';
import type { FromRunProcess, RunProcessOptions, ToRunProcess } from './run-processes.ts';

const { folder, models } = JSON.parse(process.argv[2]) as RunProcessOptions;

const send = (message: FromRunProcess) => process.send!(message);

let runner: Promise<RunOne> | undefined;
let stopping: AbortController | undefined;

async function make(run: SweepRun, signal: AbortSignal): Promise<void> {
  try {
    runner ??= openDevice().then((device) => runInFolder(folder, new DeviceModels(device, models), Date.now));
    const result = await (await runner)(run, (epoch) => send({ type: 'epoch', epoch }), signal);
    send({ type: 'finished', result });
  } catch (error) {
    send({ type: 'failed', error: errorData(error) });
  }
}

process.on('message', (message: ToRunProcess) => {
  if (message.type === 'stop') {
    stopping?.abort();
    return;
  }
  stopping = new AbortController();
  void make(message.run, stopping.signal);
});
// A Ctrl-C in a terminal reaches every process; the one that started this one decides.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
