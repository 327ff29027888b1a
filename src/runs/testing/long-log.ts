/**
 * @file Makes a log of any length for tests of long runs, by repeating and renumbering the epochs of a recorded run.
 * Sizes and shapes are those of a real run, but the values mean nothing.
 */
import type { RunEvent } from '../../genenv/log/events.ts';

/** @param recorded `run-started` and the events of whole epochs */
export function* longLog(recorded: readonly RunEvent[], epochs: number): Generator<RunEvent[], void, void> {
  const [started, ...stages] = recorded;
  if (started.type !== 'run-started') throw new Error('A log begins with the start of a run.');
  const settings = { ...started.settings, epochs };
  const ends = stages.flatMap(({ type }, i) => (type === 'epoch-ended' ? [i + 1] : []));
  const sizes = { train: 0, environment: 0 };
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    const source = (epoch - 1) % ends.length;
    const own = stages.slice(ends[source - 1] ?? 0, ends[source]).map((event) => renumbered(event, epoch));
    let rollouts = 0;
    for (const event of own) {
      if (event.type === 'scored') rollouts = event.rollouts.length;
      if (event.type !== 'pools-updated') continue;
      event.trainSize = sizes.train += rollouts - event.invalidTraces;
      event.environmentSize = sizes.environment += event.environment.length;
    }
    yield epoch === 1 ? [{ ...started, settings }, ...own] : own;
  }
}

function renumbered(event: RunEvent, epoch: number): RunEvent {
  if (event.type === 'run-started') return event;
  if (event.type === 'epoch-ended') return { ...event, epoch, state: { ...event.state, epoch } };
  if (event.type !== 'pools-updated') return { ...event, epoch };
  return {
    ...event,
    epoch,
    environment: event.environment.map((entry) => ({ ...entry, epoch })),
  };
}
