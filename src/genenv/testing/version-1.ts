/** @file Events in version 1 of the format, which held sentences instead of codes. */
import type { RunEvent } from '../events.ts';

/**
 * The event with every reason and note as a sentence, empty where there is none; the tests need no particular sentence.
 * Version 1 had no setting for the estimate of the agent's KL divergence: it was k3.
 * @throws Error where the run uses another estimate, which version 1 could not say
 */
export function asVersion1(event: RunEvent): object {
  const old = JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    if (key !== 'reason' && key !== 'note') return value;
    return value === null ? '' : `A sentence for ${(value as { code: string }).code}.`;
  }) as object;
  if (event.type !== 'run-started') return old;
  const { agentKlEstimator, ...settings } = event.settings;
  if (agentKlEstimator !== 'k3') throw new Error(`Version 1 had no ${agentKlEstimator}: use k3.`);
  return { ...old, version: 1, settings };
}
