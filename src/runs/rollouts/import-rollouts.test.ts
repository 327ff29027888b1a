import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventProblem } from '../../genenv/log/event-format.ts';
import { ofType } from '../../genenv/testing/table-loop.ts';
import { summariseRun } from '../../analysis/run-summary.ts';
import { allFigures } from '../../figures/index.ts';
import { importTrainerLog } from '../testing/imported-log.ts';
import type { ImportOptions } from './import-rollouts.ts';

const lines = (...objects: object[]): string => objects.map((object) => JSON.stringify(object)).join('\n');
const options = { name: 'a real run', settings: {} };

/** JSON lines of two steps with two prompts of four rollouts each. */
const log = lines(
  ...[1, 2].flatMap((step) =>
    ['hard', 'easy'].flatMap((input) =>
      [0, 1, 2, 3].map((i) => ({
        step,
        input,
        output: 'word '.repeat(i + 1),
        score: input === 'easy' ? 1 : i < step ? 1 : 0,
      })),
    ),
  ),
);

describe('an imported log', () => {
  it('counts, filters and weighs tasks like the method', async () => {
    const { events, problems } = await importTrainerLog(log, options);
    expect(problems).toEqual([]);
    const [first, second] = ofType(events, 'scored');
    expect(first.tasks.map(({ count }) => count)).toEqual([
      { k: 1, n: 4 },
      { k: 4, n: 4 },
    ]);
    expect(second.tasks[0]).toMatchObject({ count: { k: 2, n: 4 }, environmentReward: 1 });
    // One of four succeeds: (1 − ¼)/σ with σ = √(3/16).
    expect(first.rollouts[0].advantage).toBeCloseTo(Math.sqrt(3), 4);
    expect(ofType(events, 'filtered')[0].tasks.map(({ kept }) => kept)).toEqual([true, false]);
    expect(ofType(events, 'agent-updated')[0]).toMatchObject({ mixedGroups: 1, solvedGroups: 1, unsolvedGroups: 0 });
    expect(ofType(events, 'epoch-ended')[1]).toMatchObject({
      success: { k: 6, n: 8 },
      responseLength: 2.5,
      cost: { agentRollouts: 8, agentTokens: 20, agentFlops: 0 },
    });
  });

  it('follows the settings: advantages, success, filter, weights and arm', async () => {
    const imported = async (settings: ImportOptions['settings']) =>
      (await importTrainerLog(log, { name: 'r', settings })).events;
    const centred = ofType(await imported({ advantageScale: 'none' }), 'scored')[0];
    // One of four succeeds: 1 − ¼ for the success, −¼ for each failure.
    expect(centred.rollouts.slice(0, 4).map(({ advantage }) => advantage)).toEqual([0.75, -0.25, -0.25, -0.25]);
    const strict = ofType(await imported({ successThreshold: 1 }), 'scored')[0];
    expect(strict.tasks[0].count).toEqual({ k: 1, n: 4 });
    const whole = ofType(await imported({ successScope: 'epoch' }), 'scored')[0];
    expect(whole.tasks.map(({ scope, successRate }) => [scope, successRate])).toEqual([
      [{ k: 5, n: 8 }, 0.625],
      [{ k: 5, n: 8 }, 0.625],
    ]);
    const narrow = ofType(await imported({ alpha: 0.25, kMin: 0.1, lambda: 2 }), 'filtered');
    expect(narrow[0].tasks.map(({ kept }) => kept)).toEqual([true, false]);
    // R_env is 1 at α, and the weight is exp(λ·R_env).
    expect(narrow[0].tasks.map(({ weight }) => weight)).toEqual([Math.exp(2), 0]);
    expect(narrow[1].tasks.map(({ kept }) => kept)).toEqual([false, false]);
    // Absolute Zero's reward is 1 − p̂, but 0 for a task that is never solved.
    const other = ofType(await imported({ arm: 'absolute-zero' }), 'scored')[0];
    expect(other.tasks.map(({ environmentReward }) => environmentReward)).toEqual([0.75, 0]);
  });
});

it('has every figure, even without evaluations', async () => {
  const summary = summariseRun({ id: 'r', arm: 'genenv', models: 'm' }, (await importTrainerLog(log, options)).events);
  expect(allFigures([summary])).toHaveLength(8);
});

describe('the forms of a line', () => {
  it('are a rollout, or a task with its rollouts', async () => {
    const grouped = lines(
      {
        epoch: 3,
        task: 'a',
        family: 'web',
        level: 2,
        rollouts: [{ output: 'x', reward: 0.5, tokens: 40 }, { reward: 1 }],
      },
      { epoch: 3, task: 'b', output: 'two words', reward: 0 },
    );
    const { events } = await importTrainerLog(grouped, { name: 'r', settings: { successThreshold: 0.5 } });
    const [ended] = ofType(events, 'epoch-ended');
    expect(ended).toMatchObject({ epoch: 1, success: { k: 2, n: 3 }, meanReward: 0.5, levels: { web: [0, 1] } });
    expect(ended.cost.agentTokens).toBe(42);
  });

  it('may come in any order, and an evaluation between two steps belongs to the first', async () => {
    const disordered = lines(
      { step: 30, input: 'a', output: '', score: 1 },
      { step: 10, input: 'a', output: '', score: 0 },
      { step: 20, heldOut: 0.2 },
      { step: 0, heldOut: 0.1 },
    );
    const { events } = await importTrainerLog(disordered, options);
    const ended = ofType(events, 'epoch-ended');
    expect(ofType(events, 'run-started')[0].heldOut).toMatchObject({ success: 0.1 });
    expect(ended.map(({ success: { k } }) => k)).toEqual([0, 1]);
    expect(ended.map(({ heldOut }) => heldOut?.success)).toEqual([0.2, undefined]);
  });
});

describe('a damaged log', () => {
  it('is imported without its damaged rows', async () => {
    const damaged = `${log}\nnot JSON\n${lines({ input: 'a', score: 1 }, { step: 1, score: 1 }, { step: 1, input: 'a' }, { step: -1, input: 'a', score: 1 })}\n[]`;
    const { events, problems } = await importTrainerLog(damaged, options);
    expect(events).toEqual((await importTrainerLog(log, options)).events);
    const row = (row: number, code: string, parameters: object = {}) => ({
      code: 'rollout-row',
      parameters: { file: null, row, problem: { code, parameters } },
    });
    expect(problems).toMatchObject([
      row(17, 'row-not-json'),
      row(18, 'row-lacks', { field: 'step' }),
      row(19, 'row-lacks', { field: 'input' }),
      row(20, 'row-lacks', { field: 'output' }),
      row(21, 'row-invalid', { place: 'step' }),
      row(22, 'row-invalid', { place: 'the whole' }),
    ]);
    const { problems: many } = await importTrainerLog(`${log}\n${'x\n'.repeat(50)}`, options);
    expect(many.at(-1)).toMatchObject({ code: 'more-rows', parameters: { rows: 30 } });
  });

  it('without any rollout is refused', async () => {
    await expect(importTrainerLog('', options)).rejects.toThrow('no-rollouts {"problem":null}');
    await expect(importTrainerLog('{"step": 1, "heldOut": 0.5}', options)).rejects.toThrow('no-rollouts');
    await expect(importTrainerLog(log, { name: 'r', settings: { alpha: 3 } })).rejects.toThrow(/settings.*"alpha"/);
  });

  it('refuses impossible lengths', async () => {
    const line = { step: 1, input: 'a', output: 'b', score: 1, tokens: 2_000_000_000 };
    await expect(importTrainerLog(lines(line), options)).rejects.toThrow(
      '"row":1,"problem":{"code":"row-invalid","parameters":{"place":"tokens","cause":"expected a whole',
    );
    const long = { step: 1, task: 'a', rollouts: new Array(101).fill({ score: 1, tokens: 1_000_000 }) };
    await expect(importTrainerLog(lines(long), options)).rejects.toThrow(
      '{"code":"step-too-large","parameters":{"step":1,"rollouts":101}}',
    );
  });

  it('reads a step with more tasks than a call can have arguments', async () => {
    const tasks = Array.from({ length: 130_000 }, (_, i) => ({ step: 1, input: `task ${i}`, output: 'a', score: 1 }));
    expect(
      ofType(
        (await importTrainerLog(tasks.map((task) => JSON.stringify(task)).join('\n'), options)).events,
        'scored',
      )[0].tasks,
    ).toHaveLength(130_000);
    const task = { step: 1, task: 'a', rollouts: tasks.map(({ output, score }) => ({ output, score })) };
    expect(ofType((await importTrainerLog(lines(task), options)).events, 'rolled-out')[0].rollouts).toHaveLength(
      130_000,
    );
  });

  it('is imported or refused with a coded error, and never throws another error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string())), async (texts) => {
        try {
          for (const event of (await importTrainerLog(texts.join('\n'), options)).events)
            expect(eventProblem(event)).toBeNull();
        } catch (error) {
          expect((error as Error).message).toMatch(/no-rollouts|rollout-columns|rewards-undecided/);
        }
      }),
      { numRuns: 100, seed: 3 },
    );
  });
});
