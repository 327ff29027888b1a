/**
 * @file Checks the rules of every task family as properties of random tasks and random text. That takes over ten seconds
 * because there are 15 families, with up to 2,000 plays of each.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { partitionOf, playTurns } from './family-parts.ts';
import {
  agentPrompt,
  completeTask,
  environmentContext,
  type Family,
  type FamilyChoice,
  PLAIN_TEXT,
  promptForm,
  type Split,
} from './family.ts';
import { familyByName, familyNames } from './registry.ts';
import { refusalOf, taskOf } from './testing/read-task.ts';
import { wordsOf } from './text.ts';
import { TEMPLATES } from './worlds/templates.ts';
import { englishCalls } from './families/english-calls/english-calls.ts';

const SPLITS: Split[] = ['development', 'held-out'];
const HELD_OUT_PER_LEVEL = 8;
const PLAYS_PER_LEVEL = 200;
const seeds = fc.nat(2 ** 31);

const episodeWords = (family: Family, task: unknown, turns: readonly string[]): string[] => {
  const { turns: played, observations } = playTurns(family, task, turns);
  return [...played, ...observations].flatMap(wordsOf);
};

/** The families are the shipped ones, and worlds as data named by what they show. */
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
  /** Each of its reasons begins with the name of its folder, as this one does. */
  const [folder] = refusalOf(family, '')!.code.split('/');
  /** Expects words of the task language; natural language has others between them. */
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
    // An expectation for each of many thousand scores would take most of the time.
    if (!(score.reward >= 0 && score.reward <= 1)) throw new Error(`The reward is ${score.reward}.`);
    return score;
  };

  it('has levels, different words, and an example that is a task', () => {
    expect(family.levels).toBeGreaterThanOrEqual(1);
    expect(family.parse(family.example).ok).toBe(true);
    expect(known.size).toBe(family.words.length);
    for (const word of known) expect(word).toMatch(/^\S+$/);
  });

  it('samples valid tasks of the level asked for, within the length limit, in its own words', () => {
    fc.assert(
      fc.property(sampled, ({ level, text }) => {
        const task = taskOf(family, text);
        expect(family.level(task)).toBe(level);
        expect(family.audit(task)).toBe('valid');
        expect(text).toBe(wordsOf(text).join(' '));
        expect(wordsOf(family.splitSeed(text).rest).length + 1).toBeLessThanOrEqual(family.maxTaskTokens);
        expectKnown([...wordsOf(text), ...wordsOf(family.prompt(task))]);
      }),
    );
    expect(() => family.sampleTask(0, new RandomStream(1, 0))).toThrow(RangeError);
    expect(() => family.sampleTask(family.levels + 1, new RandomStream(1, 0))).toThrow(RangeError);
  });

  it('is solved by its oracle, within the turns and tokens an agent has', () => {
    fc.assert(
      fc.property(sampled, ({ text }) => {
        const task = taskOf(family, text);
        const oracle = family.oracle(task);
        if (!oracle.solvable) throw new Error(`“${text}”: ${oracle.reason.code}`);
        expect(scored(task, oracle.answers)).toMatchObject({ reward: 1, success: true, wellFormed: true });
        expect(oracle.answers.length).toBeLessThanOrEqual(family.maxTurns);
        expect(oracle.length).toBe(oracle.answers.flatMap(wordsOf).length);
        for (const answer of oracle.answers) {
          expect(wordsOf(answer).length + 1).toBeLessThanOrEqual(family.maxAnswerTokens);
        }
        expect(playTurns(family, task, oracle.answers).turns).toEqual(oracle.answers);
        expectKnown(episodeWords(family, task, oracle.answers));
      }),
    );
  });

  it('plays well-formed answers that ignore the goal', () => {
    fc.assert(
      fc.property(sampled, ({ text, seed }) => {
        const task = taskOf(family, text);
        const turns = family.play(task, new RandomStream(seed, 1));
        expect(turns).toEqual(family.play(task, new RandomStream(seed, 1)));
        expect(turns.length).toBeGreaterThan(0);
        expect(turns.length).toBeLessThanOrEqual(family.maxTurns);
        expect(scored(task, turns).wellFormed).toBe(true);
        expect(playTurns(family, task, turns).turns).toEqual(turns);
        for (const turn of turns) expect(wordsOf(turn).length + 1).toBeLessThanOrEqual(family.maxAnswerTokens);
        expectKnown(episodeWords(family, task, turns));
      }),
    );
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
    const chance = levels.map((level) => {
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

  it('reads the text it wrote: a task survives its own rendering', () => {
    fc.assert(
      fc.property(sampled, ({ text }) => {
        const prompt = agentPrompt(family, taskOf(family, text), PLAIN_TEXT);
        expect(prompt).toBe(agentPrompt(family, taskOf(family, `  ${text.replaceAll(' ', '  ')} `), PLAIN_TEXT));
        const form = family.chat ? /^(?:[^\n]+\n\n)?User: [^]*\n\nAssistant:$/ : /^<\S+> .* <sep>$/;
        expect(prompt).toMatch(form);
        const { seed } = family.splitSeed(text);
        expect(environmentContext(family, 0.5, seed, PLAIN_TEXT).endsWith(seed)).toBe(true);
      }),
    );
  });

  it('keeps fixed, disjoint sets of each level for development and evaluation', () => {
    for (const level of levels) {
      const sets = SPLITS.map((split) => family.heldOut(split, level, HELD_OUT_PER_LEVEL));
      // A world of few names has few tasks of its lowest level.
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

describe('the form of a prompt', () => {
  const conversation = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hello' },
  ] as const;

  it('is plain text with labels for a model without a template', () => {
    const form = promptForm(null);
    expect(form).toBe(PLAIN_TEXT);
    expect(form.render(conversation)).toBe('Be brief.\n\nUser: hello\n\nAssistant:');
    expect(form.read(' hi \n\nUser: and then?')).toBe('hi');
  });

  it('is the template’s where there is one', () => {
    const form = promptForm({ render: (messages) => messages.map(({ role }) => `<${role}>`).join('') });
    expect(form.render(conversation)).toBe('<system><user>');
    expect(form.read(' hi \n\nUser: and then?')).toBe('hi \n\nUser: and then?');
  });

  it('lets the environment go on with the seed as the beginning of its answer', () => {
    const task = taskOf(englishCalls, '{"request": "Will it rain in Rome?", "tools": ["weather"]}');
    expect(agentPrompt(englishCalls, task, PLAIN_TEXT)).toMatch(
      /^User: weather\(city, day\?\)\nRequest: Will it rain in Rome\?\n[^\n]+\n\nAssistant:$/,
    );
    const seed = '{"request": "Will it rain in Rome?';
    const context = environmentContext(englishCalls, 0, seed, PLAIN_TEXT);
    expect(context).toContain('Success: 10%');
    expect(context.endsWith(`\n\nAssistant:${seed}`)).toBe(true);
  });
});
