import { expect, it } from 'vitest';
import { evaluate, evaluationTasksOf } from '../genenv/stages/evaluate.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { pretrainedTables, tokenizerOf } from '../genenv/testing/table-players.ts';
import { evaluationTasks } from '../tasks/data.ts';
import { type Family, PLAIN_TEXT } from '../tasks/family.ts';
import { FAMILIES, familyByName } from '../tasks/registry.ts';
import { household } from '../tasks/families/household/household.ts';
import { evaluateFamily, familyTasks, type FamilyEvaluation } from './evaluate-family.ts';
import { scriptedModel } from '../policy/testing/scripted-policy.ts';
import { collectEvaluation } from './testing/collect-evaluation.ts';
import { solveText } from '../tasks/family-parts.ts';

const decoding = { temperature: 1, topK: 0, topP: 1, samples: 2, seed: 3 };

const evaluated = (request: FamilyEvaluation) => collectEvaluation(evaluateFamily(request));

function oracleModel(family: Family, tasksPerLevel: number) {
  const answers = evaluationTasks(family, 'held-out', tasksPerLevel).map(({ text }) => solveText(family, text)!);
  return scriptedModel(tokenizerOf([family]), ({ task, turn }) => answers[task][turn]);
}

it.each(FAMILIES.map((family) => [family.name, family] as const))('%s: the oracle solves them', async (_, family) => {
  const model = oracleModel(family, 1);
  const { rows, aggregate } = await evaluated({ family, split: 'held-out', tasksPerLevel: 1, model, decoding });
  expect(rows).toHaveLength(2 * family.levels);
  expect(rows.filter(({ correct }) => !correct)).toEqual([]);
  expect(aggregate).toMatchObject({ success: 1, success_level_1: 1, well_formed: 1, cut_off: 0 });
});

it('measures what the loop measures, with the same random numbers, whatever the batch', async () => {
  const { tokenizer, players } = await pretrainedTables([household], 'uniform', 8);
  const settings = parseSettings({ seed: 3, evalTasks: 2, evalSamples: 2, evalSplit: 'development' });
  const tasks = evaluationTasksOf([household], settings, PLAIN_TEXT);
  const expected = await evaluate(players().agent, tokenizer, tasks, settings, 512);
  const model = { ...scriptedModel(tokenizer, () => ''), policy: players().agent, contextLength: 512 };
  const request = { family: household, split: 'development', tasksPerLevel: 2, model, decoding } as const;
  const [one, other] = [await evaluated({ ...request, batch: 5 }), await evaluated({ ...request, batch: 100 })];
  expect(one.rows).toEqual(other.rows);
  expect(one.aggregate).toEqual(other.aggregate);
  expect(one.aggregate.success).toBeCloseTo(expected!.success, 12);
  const levels = Array.from({ length: household.levels }, (_, i) => one.aggregate[`success_level_${i + 1}`]);
  expect(levels).toEqual(expected!.byLevel.household);
});

it('reports success by level, and its mean over the levels', async () => {
  const texts = evaluationTasks(household, 'held-out', 1).map(({ text }) => text);
  const model = scriptedModel(tokenizerOf([household]), ({ task, turn }) =>
    task === 1 ? solveText(household, texts[task])![turn] : '',
  );
  const { aggregate } = await evaluated({ family: household, split: 'held-out', tasksPerLevel: 1, model, decoding });
  expect(aggregate).toMatchObject({ success_level_1: 0, success_level_2: 1, success_level_3: 0 });
  expect(aggregate.success).toBeCloseTo(1 / household.levels, 12);
});

it('keeps what was written of an answer that was cut off', async () => {
  const calls = familyByName('stateful-calls');
  const outputs = async (family: Family, first: string | null) => {
    // If the script says null, the scripted model repeats the first word of its prompt up to the length limit.
    const model = scriptedModel(tokenizerOf([family]), ({ turn }) => (turn === 0 ? first : null));
    const request = { family, split: 'held-out', level: 1, tasksPerLevel: 1, model, decoding } as const;
    const { rows } = await evaluated(request);
    expect(rows[0].finish).toBe('length');
    return rows[0].output!.split('\n').map((turn) => [...new Set(turn.split(' '))].join(' '));
  };
  expect(await outputs(household, null)).toEqual(['<household>']);
  expect(await outputs(calls, 'bill eve')).toEqual(['bill eve', '<stateful-calls>']);
});

it('may be asked for one level, and ends early when aborted', async () => {
  const controller = new AbortController();
  const model = oracleModel(household, 3);
  const request = { family: household, split: 'held-out', level: 2, tasksPerLevel: 3, model, decoding } as const;
  expect(familyTasks(request).map(({ index, level }) => [index, level])).toEqual([
    [3, 2],
    [4, 2],
    [5, 2],
  ]);
  const { rows, aggregate } = await evaluated(request);
  expect(rows.map(({ subscores }) => subscores.level)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(aggregate).toMatchObject({ success_level_2: 1, predictions: 6 });
  expect(aggregate).not.toHaveProperty('success_level_1');

  controller.abort();
  expect((await evaluated({ ...request, signal: controller.signal })).aggregate).toEqual({
    predictions: 0,
    items_without_prediction: 3,
  });
});

it('names the first word that the model lacks', async () => {
  const model = scriptedModel(tokenizerOf([FAMILIES[2]]), () => '');
  const request = { family: household, split: 'held-out', tasksPerLevel: 1, model, decoding } as const;
  await expect(evaluated(request)).rejects.toThrow(/vocabulary-lacks-word {"family":"household","word":"\S+"}/);
});
