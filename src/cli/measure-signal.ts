/** @file Measures Proposition 1 on a model folder, as the page does on the agent of a run. */
import { DeviceModels } from '../runs/run-headless.ts';
import { joinedSlices, type Measured, measureSignalSlice, type SignalSlice } from '../runs/signal/measured-signal.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { loadTokenizer } from '../lm/files/load-model.ts';
import { familiesByName } from '../tasks/registry.ts';
import { openDevice } from './open-device.ts';
import { progressBar } from './progress.ts';

const TASKS_AT_ONCE = 4;

export interface SignalOptions {
  /** Name of the agent's folder in `models`. */
  model: string;
  models: string;
  tasksPerLevel: number;
  /** For each task. */
  rollouts: number;
}

/** @param settings of the runs: families, temperature, seed */
export async function measureSignalOfModel(settings: Settings, options: SignalOptions): Promise<Measured> {
  const { model, models, tasksPerLevel, rollouts } = options;
  const device = await openDevice();
  const host = new DeviceModels(device, models);
  const agent = await host.open({ role: 'agent', model, training: { kind: 'full' }, place: 'agent' });
  const measured = {
    agent,
    tokenizer: await loadTokenizer(host.folder(model)),
    families: familiesByName(settings.families),
    settings,
    epoch: 0,
  };
  const next = (start: number): Promise<SignalSlice> =>
    measureSignalSlice(measured, { tasksPerLevel, rollouts, start, count: TASKS_AT_ONCE });
  const bar = progressBar('{bar} Proposition 1: task {value} of {total}', { clearOnComplete: true });
  try {
    const first = await next(0);
    const slices: [SignalSlice, ...SignalSlice[]] = [first];
    bar.start(first.tasks, TASKS_AT_ONCE);
    for (let start = TASKS_AT_ONCE; start < first.tasks; start += TASKS_AT_ONCE) {
      slices.push(await next(start));
      bar.update(start);
    }
    return joinedSlices(slices);
  } finally {
    bar.stop();
    await agent.dispose();
  }
}
