/** @file Checks rules that hold for every task family, on random tasks and random text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { baseTasks, environmentExample, levelWeights, playExamples } from './data.ts';
import {
  auditKey,
  dialogueText,
  judgedByKey,
  partitionOf,
  playTurns,
  splitKey,
  takesKeys,
  withKeyText,
} from './family-parts.ts';
import {
  agentPrompt,
  completeTask,
  environmentContext,
  type FamilyChoice,
  PLAIN_TEXT,
  promptForm,
  type Split,
  vocabulary,
} from './family.ts';
import { FAMILIES as SHIPPED, familiesByName, familyByName, familyNames } from './registry.ts';
import { refusalOf, taskOf } from './testing/read-task.ts';
import { wordsOf } from './text.ts';
import { TEMPLATES } from './worlds/templates.ts';
import { englishCalls } from './families/english-calls/english-calls.ts';
import { household } from './families/household/household.ts';
import { travelRules } from './families/travel-rules/travel-rules.ts';

const SPLITS: Split[] = ['development', 'held-out'];
const HELD_OUT_PER_LEVEL = 8;
const PLAYS_PER_LEVEL = 200;
const seeds = fc.nat(2 ** 31);

const FAMILIES: [string, FamilyChoice][] = [
  ...familyNames.map((name): [string, FamilyChoice] => [name, name]),
  ...Object.entries(TEMPLATES).map(([name, world]): [string, FamilyChoice] => [`world of ${name}`, world]),
];

describe.each(FAMILIES)('%s', (_title, choice) => {
  const family = familyByName(choice);
  const levels = Array.from({ length: family.levels }, (_unused, index) => index + 1);
  const sampled = fc
    .tuple(fc.constantFrom(...levels), seeds)
    .map(([level, seed]) => ({ level, seed, text: family.sampleTask(level, new RandomStream(seed, 0)) }));
  const known = new Set(family.words);
  // The code of every reason of the family begins with the name of its folder.
  const [folder] = refusalOf(family, '')!.code.split('/');
  /** Expects that the family knows all words, unless its texts are natural language. */
  const expectKnown = (words: readonly string[]) => {
    if (!family.chat) expect(words.filter((word) => !known.has(word))).toEqual([]);
  };
  const languageText = fc.array(fc.constantFrom(...family.words), { maxLength: 60 }).map((words) => words.join(' '));
  const anyText = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    languageText,
    // These texts are nearly tasks: one word is replaced, or the end is missing.
    fc.tuple(sampled, fc.nat(80), fc.constantFrom(...family.words)).map(([{ text }, at, word]) => {
      const words = wordsOf(text);
      words[at % words.length] = word;
      return words.join(' ');
    }),
    fc.tuple(sampled, fc.nat(80)).map(([{ text }, at]) => wordsOf(text).slice(0, at).join(' ')),
  );

  /** Scores turns and expects a reward in [0, 1]. */
  const scored = (task: unknown, turns: readonly string[]) => {
    const score = family.score(task, turns);
    // A call of `expect` for each of many thousand scores would take most of the test's time.
    if (!(score.reward >= 0 && score.reward <= 1)) throw new Error(`The reward is ${score.reward}.`);
    return score;
  };

  it('has levels, different words, and an example that is a task', () => {
    expect(family.levels).toBeGreaterThanOrEqual(1);
    expect(family.parse(family.example).ok).toBe(true);
    expect(known.size).toBe(family.words.length);
    for (const word of known) expect(word).toMatch(/^\S+$/);
  });

  it('samples tasks of the level asked for, which the oracle solves and play follows, within the limits', () => {
    fc.assert(
      fc.property(sampled, ({ level, text, seed }) => {
        const task = taskOf(family, text);
        expect([family.level(task), family.audit(task)]).toEqual([level, 'valid']);
        expect(text).toBe(wordsOf(text).join(' '));
        const split = family.splitSeed(text);
        expect(wordsOf(split.rest).length + 1).toBeLessThanOrEqual(family.maxTaskTokens);
        expectKnown([...wordsOf(text), ...wordsOf(family.prompt(task))]);

        const prompt = agentPrompt(family, task, PLAIN_TEXT);
        expect(prompt).toBe(agentPrompt(family, taskOf(family, `  ${text.replaceAll(' ', '  ')} `), PLAIN_TEXT));
        expect(prompt).toMatch(family.chat ? /^(?:[^\n]+\n\n)?User: [^]*\n\nAssistant:$/ : /^<\S+> .* <sep>$/);
        expect(environmentContext(family, 0.5, split.seed, PLAIN_TEXT).endsWith(split.seed)).toBe(true);

        const oracle = family.oracle(task);
        if (!oracle.solvable) throw new Error(`“${text}”: ${oracle.reason.code}`);
        expect(scored(task, oracle.answers)).toMatchObject({ reward: 1, success: true, wellFormed: true });
        expect(oracle.length).toBe(oracle.answers.flatMap(wordsOf).length);
        const play = family.play(task, new RandomStream(seed, 1));
        expect(play).toEqual(family.play(task, new RandomStream(seed, 1)));
        expect(scored(task, play).wellFormed).toBe(true);
        for (const turns of [oracle.answers, play]) {
          const { turns: played, observations } = playTurns(family, task, turns);
          expect(played).toEqual(turns);
          expect(turns.length > 0 && turns.length <= family.maxTurns).toBe(true);
          expectKnown([...played, ...observations].flatMap(wordsOf));
          const longest = Math.max(...turns.map((turn) => wordsOf(turn).length));
          expect(longest + 1).toBeLessThanOrEqual(family.maxAnswerTokens);
        }
      }),
    );
    for (const level of [0, family.levels + 1])
      expect(() => family.sampleTask(level, new RandomStream(1, 0))).toThrow(RangeError);
  });

  it.runIf(family.oneAnswer)('has one right answer: play that passes is what the oracle writes', () => {
    for (let i = 0; i < PLAYS_PER_LEVEL; i++) {
      const random = new RandomStream(8, 0, i);
      const task = taskOf(family, family.sampleTask(1 + (i % 2), random));
      const turns = family.play(task, random);
      if (scored(task, turns).success) expect(family.oracle(task)).toMatchObject({ answers: turns });
    }
  });

  it('succeeds by play less often the higher the level', () => {
    const compared = [1, Math.ceil(family.levels / 2), family.levels];
    const chance = compared.map((level) => {
      const random = new RandomStream(7, level);
      let successes = 0;
      for (let i = 0; i < PLAYS_PER_LEVEL; i++) {
        const task = taskOf(family, family.sampleTask(level, random));
        if (scored(task, family.play(task, random)).success) successes++;
      }
      return successes / PLAYS_PER_LEVEL;
    });
    const noise = 2 * Math.sqrt(0.25 / PLAYS_PER_LEVEL);
    for (let i = 1; i < chance.length; i++) expect(chance[i]).toBeLessThan(chance[i - 1] + noise);
    expect(chance[0]).toBeGreaterThan(0.1);
    expect(chance.at(-1)).toBeLessThan(0.1);
  });

  it('splits a text into seed and rest, and begins tasks with the seeds it samples', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          sampled.map(({ text }) => text),
          languageText,
        ),
        (text) => {
          const { seed, rest } = family.splitSeed(text);
          expect(completeTask(family, seed, rest)).toBe(text);
        },
      ),
    );
    fc.assert(
      fc.property(seeds, (seed) => {
        const text = family.sampleSeed(new RandomStream(seed, 0));
        expect(family.splitSeed(text)).toEqual({ seed: text, rest: '' });
        expectKnown(wordsOf(text));
      }),
    );
  });

  it('neither throws nor hangs on any text, and never rewards what it does not call a success', () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText, { maxLength: 4 }), sampled, (text, turns, { text: taskText }) => {
        const parsed = family.parse(text);
        const texts = [taskText];
        if (parsed.ok) texts.push(text);
        else expect(parsed.reason.code.startsWith(`${folder}/`)).toBe(true);
        for (const candidate of texts) {
          const task = taskOf(family, candidate);
          const level = family.level(task);
          expect(Number.isInteger(level) && level >= 1 && level <= family.levels).toBe(true);
          const oracle = family.oracle(task);
          const score = scored(task, turns);
          expect(score.reason.code.startsWith(`${folder}/`)).toBe(true);
          if (family.reward === 'exact') expect(score.reward).toBe(score.success ? 1 : 0);
          if (score.success) expect(oracle.solvable).toBe(true);
          if (oracle.solvable) {
            expect(scored(task, oracle.answers).success).toBe(true);
            family.play(task, new RandomStream(1, 0));
          }
          family.audit(task);
          playTurns(family, task, turns);
        }
        family.splitSeed(text);
      }),
    );
  });

  it('keeps fixed, disjoint sets of each level for development and evaluation', () => {
    for (const level of levels) {
      const sets = SPLITS.map((split) => family.heldOut(split, level, HELD_OUT_PER_LEVEL));
      // A world with few names has few tasks in its lowest level.
      const least = typeof choice === 'string' ? HELD_OUT_PER_LEVEL : 1;
      for (const set of sets) expect(set.length).toBeGreaterThanOrEqual(least);
      expect(new Set(sets.flat()).size).toBe(sets.flat().length);
      sets.forEach((set, i) => {
        expect(family.heldOut(SPLITS[i], level, 4)).toEqual(set.slice(0, 4));
        for (const text of set) {
          expect(partitionOf(text)).toBe(SPLITS[i]);
          expect(family.level(taskOf(family, text))).toBe(level);
        }
      });
    }
  });
});

it('writes a prompt as plain text with labels, or by the template of the model', () => {
  const plain = promptForm(null);
  const conversation = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hello' },
  ] as const;
  expect(plain.render(conversation)).toBe('Be brief.\n\nUser: hello\n\nAssistant:');
  expect(plain.read(' hi \n\nUser: and then?')).toBe('hi');
  const form = promptForm({ render: (messages) => messages.map(({ role }) => `<${role}>`).join('') });
  expect(form.render(conversation)).toBe('<system><user>');
  expect(form.read(' hi \n\nUser: and then?')).toBe('hi \n\nUser: and then?');
});

it('finds families, in its own order, and says which there are', () => {
  expect(familiesByName([...familyNames].reverse()).map(({ name }) => name)).toEqual(familyNames);
  expect(() => familyByName('kitchen')).toThrow(/^unknown-family {"name":"kitchen".*household/);
});

it('begins the vocabulary with the special words and holds each word once', () => {
  const words = vocabulary([household]);
  expect(words.slice(0, 9)).toEqual(['<pad>', '<eos>', '<sep>', '<household>', '<b0>', '<b1>', '<b2>', '<b3>', '<b4>']);
  expect(words).toHaveLength(9 + household.words.length);
  expect(new Set(vocabulary(SHIPPED)).size).toBe(vocabulary(SHIPPED).length);
});

it('marks who wrote which word of a dialogue', () => {
  const dialogue = { turns: ['go desk', 'take mug'], observations: ['mug pen'] };
  expect(dialogueText(dialogue)).toEqual({
    text: 'go desk <eos> mug pen <sep> take mug',
    mask: [1, 1, 1, 0, 0, 0, 1, 1],
  });
});

it('draws base data by the prior, without a text kept for evaluation', () => {
  const texts = baseTasks(household, 'hard', 2000, new RandomStream(2, 0));
  const mean = texts.reduce((sum, text) => sum + text.split('&').length, 0) / texts.length;
  // The expected mean is Σ level·1.35^level / Σ 1.35^level over the ten levels.
  expect(Math.abs(mean - 7.6662)).toBeLessThan(0.2);
  expect(new Set(texts.map(partitionOf))).toEqual(new Set(['training']));
});

it('has priors whose ratio of hardest to easiest does not depend on the number of levels', () => {
  expect(levelWeights('uniform', 3)).toEqual([1, 1, 1]);
  expect(levelWeights('easy', 3)).toEqual([0.5, 0.25, 0.125]);
  for (const levels of [5, 10]) {
    const [hard, harder] = (['hard', 'harder'] as const).map((prior) => levelWeights(prior, levels));
    expect(hard.at(-1)! / hard[0]).toBeCloseTo(1.35 ** 9, 8);
    expect(harder.at(-1)! / harder[0] / 1.35 ** 18).toBeCloseTo(1, 10);
  }
});

it('makes examples of known words, of whose context and completion the environment’s are a task', () => {
  const families = SHIPPED.filter(({ chat }) => !chat);
  const words = new Set(vocabulary(families));
  for (let i = 0; i < 50; i++) {
    const [agent] = playExamples(families, 1, new RandomStream(3, 0, i));
    const { context, completion } = environmentExample(families, 'hard', new RandomStream(3, 1, i));
    for (const word of [agent.prompt, agent.completion, context, completion].flatMap(wordsOf))
      expect(words).toContain(word);
    const [family, bucket, ...seed] = wordsOf(context);
    expect(bucket).toMatch(/^<b[0-4]>$/);
    expect(refusalOf(familyByName(family.slice(1, -1)), [...seed, completion].join(' '))).toBeNull();
  }
});

describe('a written key', () => {
  it.each([
    ['heat cup', ['cup heat oven'], 'heat cup <sep> cup heat oven'],
    ['a b', ['c', 'd e'], 'a b <sep> c <sep> d e'],
    ['heat cup', [], 'heat cup'],
  ])('of “%s” is %j', (text, turns, written) => {
    expect(withKeyText(household, text, turns)).toBe(written);
    expect(splitKey(household, written)).toEqual({ text, turns });
  });

  it('is for families with one right answer, in words; the oracle’s is right and play a well-formed one', () => {
    expect([takesKeys(household), takesKeys(englishCalls), takesKeys(travelRules)]).toEqual([true, false, false]);
    for (const family of SHIPPED.filter(takesKeys)) {
      const random = new RandomStream(5, 0);
      const task = taskOf(family, family.sampleTask(family.levels, random));
      const oracle = family.oracle(task);
      expect(auditKey(family, task, oracle.solvable ? oracle.answers : [])).toBe('right');
      expect(auditKey(family, task, family.play(task, random))).not.toBe('malformed');
    }
  });

  it('pays for itself, right or wrong', () => {
    const family = familyByName('household');
    const task = taskOf(family, 'heat cup');
    expect(['cup heat oven', 'cup heat sink', 'cup'].map((key) => auditKey(family, task, [key]))).toEqual([
      ...['right', 'wrong', 'malformed'],
    ]);
    const judged = judgedByKey(family, ['cup heat sink']);
    expect(judged.score(task, ['cup heat sink'])).toMatchObject({ reward: 1, reason: { code: 'key/equal' } });
    const different = { code: 'key/different', key: 'cup heat sink' };
    expect(judged.score(task, ['cup heat oven'])).toMatchObject({ reward: 0, wellFormed: true, reason: different });
    expect(judged.score(task, ['cup'])).toMatchObject({ reward: 0, wellFormed: false });
  });
});
