import { describe, expect, it } from 'vitest';
import { parseSettings } from '../settings/settings.ts';
import { tokenizerOf } from '../testing/table-players.ts';
import { scriptedModel } from '../../policy/testing/scripted-policy.ts';
import { type Family, PLAIN_TEXT } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import { travelRules } from '../../tasks/families/travel-rules/travel-rules.ts';
import { attemptTasks, evaluate, evaluationTasksOf, meansByLevel } from './evaluate.ts';
import { solveText } from '../../tasks/family-parts.ts';

const FAMILIES = [household, travelRules];
const SAMPLES = 2;
const settings = parseSettings({ families: FAMILIES.map(({ name }) => name), evalTasks: 1, evalSamples: SAMPLES });
const tasks = evaluationTasksOf(FAMILIES, settings, PLAIN_TEXT);

/** Makes a model that solves tasks of level 1 in both samples, tasks of level 2 in one, and other tasks never. */
const solver = () =>
  scriptedModel(tokenizerOf(FAMILIES), ({ task, rollout, turn }) => {
    const { level, text, world } = tasks[task];
    return rollout < 3 - level ? solveText(world, text)![turn] : '';
  });

describe('success on fixed tasks', () => {
  const expectedOf = (levels: number) => [1, 0.5, ...new Array<number>(levels - 2).fill(0)];

  it('is the share of solved samples at each level, with the first answer at each, and the mean over all levels', async () => {
    const { policy, tokenizer } = solver();
    const heldOut = await evaluate(policy, tokenizer, tasks, settings, 512);
    expect(heldOut).toMatchObject({
      split: settings.evalSplit,
      samples: SAMPLES,
      byLevel: { household: expectedOf(household.levels), 'travel-rules': expectedOf(travelRules.levels) },
      success: expect.closeTo((2 * 1.5) / (household.levels + travelRules.levels), 12),
    });

    const { answers } = heldOut!;
    const firstOf = ({ name }: Family, level: number) =>
      tasks.find((task) => task.family === name && task.level === level)!;
    expect(answers).toMatchObject(
      [household, travelRules].flatMap((family) =>
        Array.from({ length: family.levels }, (_, i) => {
          const { text, prompt } = firstOf(family, i + 1);
          return { family: family.name, level: i + 1, task: text, prompt, success: i < 2 };
        }),
      ),
    );
    for (const { ids, tokens, logprobs, mask } of answers!)
      expect([tokens.length, logprobs.length, mask.length]).toEqual([ids.length, ids.length, ids.length]);
  });

  it('is null without tasks', async () => {
    const { policy, tokenizer } = solver();
    expect(await evaluate(policy, tokenizer, [], settings, 512)).toBeNull();
  });

  it('is attempted task by task, and has no mean at a level that was not attempted', async () => {
    const { policy, tokenizer } = solver();
    const some = tasks.filter(({ family, level }) => family === household.name && level === 2);
    const attempts = await attemptTasks({
      agent: policy,
      tokenizer,
      tasks: some,
      samples: SAMPLES,
      temperature: 1,
      settings,
      contextLength: 512,
      seed: 1,
    });
    expect(attempts.map(({ rollout, score }) => [rollout.task, rollout.rollout, score.success])).toEqual([
      [some[0].index, 0, true],
      [some[0].index, 1, false],
    ]);
    const means = meansByLevel([household], attempts, ({ success }) => Number(success));
    expect(means.household.slice(0, 3)).toEqual([null, 0.5, null]);
  });
});
