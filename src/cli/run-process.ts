/**
 * @file Makes runs of a sweep for a parent process (run-processes.ts), one after the other on its own device. It ends
 * whenever the parent ends, because the channel between them closes.
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
// Ctrl-C in a terminal reaches every process, but the parent decides when to stop.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
