/**
 * @file Runs the loop on a user's own tasks. The environment writes prompts and answers. Tasks that nearly equal an
 * evaluation task are refused.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { scriptedModel } from '../policy/testing/scripted-policy.ts';
import { familyByName } from '../tasks/registry.ts';
import type { Family } from '../tasks/family.ts';
import { readTasks } from '../tasks/given/tasks-file.ts';
import type { TaskSet } from '../tasks/given/task-set.ts';
import { eventProblem } from './log/event-format.ts';
import { parseSettings } from './settings/settings.ts';
import type { ArmName } from './settings/settings-table.ts';
import { writeTasks } from './stages/write-tasks.ts';
import { tokenizerOf } from './testing/table-players.ts';
import { ofType, tableLoop, type TableLoop } from './testing/table-loop.ts';
import { solveText } from '../tasks/family-parts.ts';

const rows = Array.from({ length: 36 }, (_, i) => {
  const [a, b] = [i % 9, (i * 7) % 10];
  return { prompt: `${a} + ${b} =`, answer: `${a + b}`, rule: 'number' };
});

function setOf(form: 'words' | 'text', tasks: readonly object[] = rows): TaskSet {
  const { set } = readTasks(tasks.map((row) => JSON.stringify(row)).join('\n'), 'Sums', { form });
  if (!set) throw new Error('no set');
  return set;
}

describe('a run on own tasks', () => {
  const set = setOf('words');
  const family = familyByName(set);
  let loop: TableLoop;
  beforeAll(async () => {
    loop = await tableLoop([family]);
  });

  const run = (arm: ArmName, changes = {}) =>
    loop.run(
      { families: [set], arm, epochs: 2, teacherModel: 'none', evalTasks: 2, evalSamples: 1, ...changes },
      undefined,
      arm === 'offline' ? { teacher: { policy: loop.players().environment, tokenizer: loop.tokenizer } } : {},
    );

  // The other arms get their tasks from the same sources as the arms listed here.
  it.each(['genenv', 'static', 'offline', 'base-data', 'genenv-plus'] as const)('runs with the arm %s', async (arm) => {
    const events = await run(arm);
    for (const event of JSON.parse(JSON.stringify(events)) as unknown[]) expect(eventProblem(event)).toBeNull();
    const texts = ofType(events, 'tasks-written').flatMap((written) => written.texts);
    const used = texts.filter((text) => text.used);
    expect(used.length).toBeGreaterThan(0);
    for (const { text, source, key, verdict } of used) {
      expect([family.given!.isKept(text), verdict]).toEqual([false, 'valid']);
      const answers = solveText(family, text);
      if (source === 'base') expect([key, answers !== null]).toEqual([undefined, true]);
      else if (answers === null) expect(key!.right).toBeNull();
      else if (key) expect(key.right).toBe(family.given!.score(answers, key.turns).success);
    }
    for (const { heldOut } of ofType(events, 'epoch-ended'))
      if (heldOut) expect(Object.keys(heldOut.byLevel)).toEqual([family.name]);
  });

  it('counts keys that no oracle can check separately, and never as wrong', async () => {
    const events = await run('genenv', { epochs: 3 });
    const used = ofType(events, 'tasks-written').map(({ texts }) => texts.filter((text) => text.used));
    expect(used.flat().some(({ key }) => key?.right === null)).toBe(true);
    ofType(events, 'epoch-ended').forEach(({ writtenKeys }, epoch) => {
      const count = (right: boolean | null) => used[epoch].filter(({ key }) => key?.right === right).length;
      const { right, wrong, unchecked } = writtenKeys!;
      expect([right.tasks, wrong.tasks, unchecked?.tasks ?? 0]).toEqual([count(true), count(false), count(null)]);
    });
  });

  it('draws from D_train with the keys that were written', async () => {
    const events = await run('genenv', { epochs: 4, replayShare: 0.5 });
    const replayed = ofType(events, 'tasks-written').flatMap(({ texts }) =>
      texts.filter(({ source }) => source === 'replay'),
    );
    expect(replayed.length).toBeGreaterThan(0);
    for (const { key, verdict } of replayed) expect([key?.turns.length, verdict]).toEqual([1, 'valid']);
  });
});

describe('own tasks in natural language', () => {
  const long = { prompt: 'First x\nAnswer: 3\nand then 2 + 2 =', answer: '4', rule: 'number' };
  const family: Family = familyByName(setOf('text', [...rows, long]));
  const tokenizer = tokenizerOf([family]);

  /** Writes a task of `rest` and `key(0)`, then `key(i)` for further votes. Returns the task and the votes' prompts. */
  const written = async (rest: string, key: (vote: number) => string, changes = {}) => {
    const asked: string[] = [];
    const writer = scriptedModel(tokenizer, ({ prompt, rollout }) => {
      const again = prompt.endsWith('\nAnswer:');
      if (again) asked.push(prompt);
      return again ? ` ${key(rollout + 1)}` : `${rest}\nAnswer: ${key(0)}`;
    });
    const { candidates } = await writeTasks({
      writer: writer.policy,
      families: [family],
      tokenizer,
      settings: parseSettings({ families: [family.name], overSampling: 1, maxDraws: 1, ...changes }),
      epoch: 1,
      state: { recentSuccess: { [family.name]: 0.5 } },
      source: 'environment',
      needed: 1,
      refuse: () => null,
    });
    return { candidate: candidates[0], asked };
  };

  it('are read up to the answer line', async () => {
    const { candidate } = await written('7 + 1 =', () => '8');
    expect(candidate.text).toBe(`${candidate.seed}7 + 1 =`);
    expect(candidate.key).toEqual({ turns: ['8'], right: null });
    expect([candidate.verdict, candidate.used, candidate.level]).toEqual(['valid', true, 1]);
    expect((await written('7 + 1 =', () => 'eight')).candidate.reason).toEqual({ code: 'malformed-key', key: 'eight' });
  });

  it('may contain an answer line; votes are asked for after the last one', async () => {
    const rest = ' x\nAnswer: 3\n2 + 2 =';
    const { candidate, asked } = await written(rest, (vote) => (vote < 3 ? '4' : '4.5'), { keyVotes: 5 });
    expect(candidate.used).toBe(true);
    expect(asked).toHaveLength(4);
    for (const context of asked) expect(context.endsWith(`${rest}\nAnswer:`)).toBe(true);
    const split = await written(rest, (vote) => (vote < 2 ? '4' : '5'), { keyVotes: 5 });
    expect(split.candidate.reason).toEqual({ code: 'key-not-agreed', agree: 2, keys: 5 });
  });

  it('are refused if they nearly equal an evaluation task', async () => {
    const [kept] = family.heldOut('held-out', 1, 1);
    const text = kept.replaceAll(' ', '');
    const { candidate } = await written(`${text} ?`, () => '4', { anchor: false });
    expect(candidate).toMatchObject({ text: `${text} ?`, used: false, reason: { code: 'evaluation-task' } });
  });
});
