/** @file Compares a run whose agent is another program with a run whose agent is one of our models. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RolledOut, RunEvent } from '../../genenv/log/events.ts';
import { smallSettings } from '../../genenv/testing/small-settings.ts';
import type { ModelHost } from '../../runs/model-host.ts';
import { openHeadlessRun } from '../../runs/run-headless.ts';
import { tableHost } from '../../runs/testing/table-host.ts';
import { type Messages, type Outcome, OutsideAgent, outsideSettings, serveRounds } from './serve-rounds.ts';

interface Round {
  epoch: number;
  groupSize: number;
  tasks: { task: number; text: string; prompt: string }[];
}

describe.each(['household', 'stateful-calls'])('a run of %s with an agent outside', (family) => {
  const chosen = smallSettings({ epochs: 3, families: [family], kMin: 0.5 });
  const settings = { ...chosen, ...outsideSettings(chosen) };
  let host: ModelHost;
  let folder: string;

  const eventsOf = async (name: string) =>
    (await readFile(join(folder, name), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RunEvent);

  /** Makes a run, and returns all messages to the other program. `answer` replies to a round, or returns null to stop. */
  async function serve(name: string, answer: (round: Round) => unknown, refusals: unknown[] = []): Promise<Round[]> {
    const agent = new OutsideAgent();
    const { session } = await openHeadlessRun({
      settings,
      out: join(folder, name),
      host,
      openModels: (models, values) => agent.openModels(models, values),
    });
    const rounds: Round[] = [];
    const messages: Messages = {
      read: async () => answer(rounds.at(-1)!),
      write: async (message) => void rounds.push(message as Round),
      refuse: async (error) => void refusals.push(error),
    };
    await serveRounds(session, agent, messages);
    await session.dispose();
    return rounds;
  }

  const reportOf = (log: readonly RunEvent[]) => (round: Round) => {
    const rolledOut = log.find(
      (event): event is RolledOut => event.type === 'rolled-out' && event.epoch === round.epoch,
    )!;
    return { outcomes: rolledOut.rollouts.map(({ task, turns }): Outcome => ({ task, turns })) };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'genenv-rounds-'));
    host = await tableHost([family]);
    const { session } = await openHeadlessRun({ settings, out: join(folder, 'inside.jsonl'), host });
    while (await session.next());
    await session.dispose();
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has the tasks, rewards, filter, updates and pools of the run with the agent inside', async () => {
    const inside = await eventsOf('inside.jsonl');
    const rounds = await serve('outside.jsonl', reportOf(inside));
    expect(rounds.map(({ epoch }) => epoch)).toEqual([1, 2, 3, undefined]);
    expect(rounds.at(-1)).toEqual({ ended: 3 });
    const outside = await eventsOf('outside.jsonl');
    const compared = (log: readonly RunEvent[]) =>
      log.flatMap((event): object[] => {
        const { crc: _, ...data } = event as RunEvent & { crc: string };
        if (data.type === 'rolled-out')
          return [data.rollouts.map(({ task, turns, finish }) => ({ task, turns, finish }))];
        // Leave out events with log-probabilities or FLOPs of sampling, which an outside agent does not report.
        return ['tasks-written', 'scored', 'filtered', 'environment-updated', 'pools-updated'].includes(data.type)
          ? [data]
          : [];
      });
    expect(compared(outside)).toEqual(compared(inside));
    const updates = outside.filter((event) => event.type === 'environment-updated');
    expect(updates.some(({ steps }) => steps.length > 0)).toBe(true);
  });

  it('goes on after it was left in the middle of an epoch, with the same bytes', async () => {
    const report = reportOf(await eventsOf('inside.jsonl'));
    await serve('left.jsonl', (round) => (round.epoch === 2 ? null : report(round)));
    expect((await eventsOf('left.jsonl')).at(-1)).toMatchObject({ type: 'epoch-ended', epoch: 1 });
    const rounds = await serve('left.jsonl', report);
    expect(rounds[0].epoch).toBe(2);
    expect(await readFile(join(folder, 'left.jsonl'))).toEqual(await readFile(join(folder, 'outside.jsonl')));
    expect(await serve('left.jsonl', report)).toEqual([{ ended: 3 }]);
  });

  it('reads words that the environment has no token for, and refuses what are no outcomes of its tasks', async () => {
    const refusals: unknown[] = [];
    let asked = 0;
    await serve(
      'words.jsonl',
      ({ tasks, groupSize, epoch }) => {
        if (epoch > 1) return null;
        const all = tasks.flatMap(({ task }) =>
          Array.from({ length: groupSize }, () => ({ task, turns: ['zork clean  zork'] })),
        );
        const answers = [
          { outcome: [] },
          { outcomes: [{ task: 99, turns: [] }] },
          { outcomes: all.slice(1) },
          { outcomes: all },
        ];
        return answers[asked++];
      },
      refusals,
    );
    expect(refusals).toMatchObject([
      { code: 'not-outcomes', parameters: { place: 'outcomes' } },
      { code: 'outcome-of-no-task', parameters: { task: 99 } },
      { code: 'outcomes-of-task', parameters: { given: 3, groupSize: 4 } },
    ]);
    const [{ rollouts }] = (await eventsOf('words.jsonl')).filter((event) => event.type === 'rolled-out');
    expect(rollouts[0].turns[0]).toBe('zork clean zork');
    expect(rollouts[0].tokens.slice(0, 3)).toEqual(['zork', 'clean', 'zork']);
  });
});
