/** @file Lists the epochs of the open run whose weights are kept. A branch can start after each such epoch. */
import type { SettingName } from '../../genenv/settings/settings.ts';
import type { PageStore } from './page-store.svelte.ts';

/** Two values of a setting, each for a run that branches from a kept epoch. */
export interface BothValues {
  name: SettingName;
  from: unknown;
  to: unknown;
  branch: { runId: string; epoch: number };
}

/** Returns the kept epoch nearest to an epoch, or the earlier of two equally near. Undefined if none is kept. */
export const nearestKept = (kept: readonly number[], epoch: number): number | undefined =>
  kept.toSorted((a, b) => Math.abs(a - epoch) - Math.abs(b - epoch) || a - b)[0];

/** Returns the kept epochs, and reads them again whenever no stage runs. Call it while a component initializes. */
export function keptEpochs(pageOf: () => PageStore): { readonly epochs: readonly number[] } {
  const page = $derived(pageOf());
  let found = $state.raw<{ runId?: string; epochs: readonly number[] }>({ epochs: [] });
  const record = $derived(page.hasGpu && page.replay?.source.origin !== 'example' ? page.record : undefined);
  $effect(() => {
    if (!record || page.live.isLoading || page.live.phase === 'running') return;
    const runId = record.id;
    let wanted = true;
    void page.library.details(record).then(
      ({ checkpoints: epochs }) => {
        if (wanted) found = { runId, epochs };
      },
      () => {},
    );
    return () => {
      wanted = false;
    };
  });
  return {
    get epochs() {
      return record && record.id === found.runId ? found.epochs : [];
    },
  };
}
