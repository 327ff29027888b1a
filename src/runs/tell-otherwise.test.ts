/** @file One fact told otherwise: by tables in a run that goes on as if nobody had asked, and by a shipped environment on WebGPU. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toldEffect } from '../analysis/told-effect.ts';
import { openTables, tableSettings } from '../genenv/testing/record-run.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { SUCCESS_BUCKETS, successBucket } from '../tasks/family.ts';
import { freshStore } from '../store/testing/fresh-store.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { DeviceModels, openHeadlessRun } from './run-headless.ts';
import { Session } from './session.ts';
import type { OtherFact } from './tell-otherwise.ts';
import { expectUndisturbed, pull, tableParts, type Tables } from './testing/table-session.ts';

describe('in a run of tables', () => {
  const settings = tableSettings({ toldOfAgent: 'skills', environmentLearningRate: 0.05, kMin: 1 });
  let tables: Tables;
  beforeAll(async () => {
    tables = await openTables(true);
  });
  const open = async (changes: object = {}) => {
    const store = await freshStore({ retention: { keepEvery: 2 } });
    const session = await Session.open(tableParts(store, tables), {
      newId: 'run',
      name: 'run',
      settings: { ...settings, ...changes },
    });
    return { store, session };
  };
  const ask = (session: Session, other: OtherFact, epoch: number) =>
    session.tellOtherwise({ epoch, family: 'household', other, texts: 12 });

  it('is asked at any stage, and the run goes on as if it had not been', async () => {
    const [asked, other] = [await open({ epochs: 1 }), await open({ epochs: 1 })];
    await expectUndisturbed(asked.session, other.session, () => ask(asked.session, { level: 2 }, 0));
  });

  it('by the weights of each epoch that are kept, with what was known then', async () => {
    const { session } = await open({ epochs: 3 });
    const before = await ask(session, { success: 0.5 }, 0);
    // Nothing is known before the first epoch: contexts tell a success of one half, which is what is told otherwise.
    expect(before.otherwise).toEqual(before.asTold);
    await pull(session);
    expect(await ask(session, { success: 0.5 }, 0)).toEqual(before);
    const now = await ask(session, { success: 0.5 }, 3);
    expect(now.asTold).not.toEqual(before.asTold);
    const middle = await ask(session, { success: 0.5 }, 2);
    expect(middle.asTold).not.toEqual(before.asTold);
    expect(middle.asTold).not.toEqual(now.asTold);
    // The weights in force are back.
    expect(await ask(session, { success: 0.5 }, 3)).toEqual(now);
    await expect(ask(session, { level: 1 }, 1)).rejects.toMatchObject({
      code: 'epoch-without-weights',
      parameters: { epoch: 1, kept: '0, 2, 3' },
    });
    await expect(
      session.tellOtherwise({ epoch: 0, family: 'travel-rules', other: { level: 1 }, texts: 1 }),
    ).rejects.toMatchObject({ code: 'family-not-of-run' });
    // Neither ends the run.
    await ask(session, { level: 1 }, 0);
  });

  it('with base samples in the contexts, where the run has them', async () => {
    const { session } = await open({ taskContext: 'base-sample', variations: 2 });
    const { asTold, otherwise } = await ask(session, { level: 1 }, 0);
    expect(asTold.texts).toHaveLength(12);
    expect(otherwise.texts).toHaveLength(12);
  });
});

describe('by an environment that listens, on WebGPU', () => {
  const MODELS = join(import.meta.dirname, '../../models');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'genenv-told-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('an unchanged fact gives the same texts, a changed one another mean level', async () => {
    const device = await openNodeDevice();
    const { session } = await openHeadlessRun({
      settings: parseSettings({
        toldOfAgent: 'skills',
        environmentModel: 'discovery-environment-told',
        evalSamples: 1,
        evalTasks: 1,
      }),
      out: join(folder, 'run.jsonl'),
      host: new DeviceModels(device, MODELS),
    });
    const ask = async (other: OtherFact) => {
      const answer = await session.tellOtherwise({ epoch: 0, family: 'household', other, texts: 64 });
      return { answer, effect: toldEffect(answer) };
    };
    const same = await ask({ success: (successBucket(0.5) + 0.5) / SUCCESS_BUCKETS });
    expect(same.answer.otherwise).toEqual(same.answer.asTold);
    expect(same.effect).toMatchObject({ texts: 64, same: 64, difference: { mean: 0 } });

    const easier = await ask({ level: 2 });
    expect(easier.answer.asTold).toEqual(same.answer.asTold);
    expect(easier.effect.otherwise!).toBeLessThan(easier.effect.asTold! - 1);
    expect(easier.effect.difference!.interval!.high).toBeLessThan(-1);

    const weak = await ask({ weak: ['sink'] });
    expect(weak.answer.otherwise.skills.sink).toBeGreaterThan(1.2 * weak.answer.asTold.skills.sink);
    await session.dispose();
    device.destroy();
  });
});
