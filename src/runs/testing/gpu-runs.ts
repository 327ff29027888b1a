/** @file Makes runs of small language models on WebGPU, for tests. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { DeviceModels, openHeadlessRun } from '../run-headless.ts';

/** Folder of the models `agent` and `environment`, which scripts/make-test-pair.ts trained. */
const MODELS = fileURLToPath(new URL('../fixtures/pair', import.meta.url));

export type GpuRuns = Awaited<ReturnType<typeof gpuRuns>>;

/** Opens a device and a temporary folder. Returns functions that make runs with `settings` there. */
export async function gpuRuns(settings: Settings) {
  const device = await openNodeDevice();
  const folder = await mkdtemp(join(tmpdir(), 'genenv-gpu-'));
  const open = (out: string, changed: Partial<Settings> = {}, on = device) =>
    openHeadlessRun({
      settings: { ...settings, ...changed },
      out: join(folder, out),
      host: new DeviceModels(on, MODELS),
    });
  /** Makes the rest of a run and returns its log. @param onStage called after each stage, with its number from 1 */
  async function pull(out: string, on = device, onStage?: (stage: number) => Promise<void>): Promise<string> {
    const { session } = await open(out, {}, on);
    for (let stage = 1; await session.next(); stage += 1) await onStage?.(stage);
    await session.dispose();
    return readFile(join(folder, out), 'utf8');
  }

  return {
    folder,
    open,
    pull,
    /**
     * Expects the same log from three runs, and that both models learn. One run is uninterrupted, and one is on another
     * device. One continues from files copied in the second epoch, as after a kill.
     */
    async expectOneLog(): Promise<RunEvent[]> {
      const log = await pull('through.jsonl', device, async (stage) => {
        if (stage !== 13) return;
        for (const part of ['', '.checkpoints'])
          await cp(join(folder, `through.jsonl${part}`), join(folder, `killed.jsonl${part}`), { recursive: true });
      });
      const lines = log.trimEnd().split('\n');
      const events = lines.map((line) => JSON.parse(line) as RunEvent);
      for (const type of ['agent-updated', 'environment-updated'] as const) {
        const updates = events.flatMap((event) => (event.type === type ? [event] : []));
        expect(updates.map(({ steps }) => steps.length > 0 && steps[0].gradNorm > 0)).toEqual([true, true]);
      }
      expect(await pull('killed.jsonl')).toBe(log);
      const other = await openNodeDevice();
      expect(await pull('other-device.jsonl', other)).toBe(log);
      other.destroy();
      return events;
    },
    async dispose(): Promise<void> {
      device.destroy();
      await rm(folder, { recursive: true });
    },
  };
}
