/** @file Texts for the parsers and scorers of the task families, and for the readers of JSON and Python literals. */
import type { RandomStream } from '../../src/random/random-stream.ts';
import { playTurns } from '../../src/tasks/dialogue.ts';
import type { Family } from '../../src/tasks/family.ts';
import { FAMILIES } from '../../src/tasks/registry.ts';
import { reasonSentence } from '../../src/text/later.ts';
import type { Outcome, Subject } from '../campaign.ts';
import { checkSentence } from '../sentence.ts';
import { drawText, TEXT_KINDS } from '../texts.ts';

const sampled = (family: Family, random: RandomStream): string =>
  family.sampleTask(1 + random.integer(family.levels), random);

function parseText(family: Family, kind: string, random: RandomStream): Outcome {
  const text = drawText(kind, [sampled(family, random)], family.words, random);
  const parsed = family.parse(text);
  family.splitSeed(text);
  if (!parsed.ok) {
    checkSentence(reasonSentence(parsed.reason));
    return 'refused';
  }
  const { task } = parsed;
  const oracle = family.oracle(task);
  if (!oracle.solvable) checkSentence(reasonSentence(oracle.reason));
  family.audit(task);
  family.prompt(task);
  const level = family.level(task);
  if (!(level >= 1 && level <= family.levels)) throw new Error(`The level of “${text}” is ${level}.`);
  return 'recovered';
}

function scoreText(family: Family, kind: string, random: RandomStream): Outcome {
  const parsed = family.parse(sampled(family, random));
  if (!parsed.ok) throw new Error('A sampled task is none.');
  const { task } = parsed;
  const oracle = family.oracle(task);
  if (!oracle.solvable) throw new Error('A sampled task has no solution.');
  const turns = oracle.answers.map((answer) =>
    random.next() < 0.7 ? drawText(kind, [answer, ...family.play(task, random)], family.words, random) : answer,
  );
  const { reward, reason } = family.score(task, turns);
  if (!(reward >= 0 && reward <= 1)) throw new Error(`The reward is ${reward}.`);
  checkSentence(reasonSentence(reason));
  family.comparison?.(task, turns);
  playTurns(family, task, turns);
  return 'recovered';
}

/** @param share texts where a campaign has one trial of a fault: reading takes a fifth of the time of scoring */
const ofFamilies = (
  name: string,
  share: number,
  run: (family: Family, kind: string, random: RandomStream) => Outcome,
): Subject => ({
  name,
  faults: TEXT_KINDS,
  trialsOf: (trials) => share * trials,
  open: async () => ({ run: async (kind, random) => run(random.choice(FAMILIES), kind, random) }),
});

export const taskParsers = ofFamilies('task parsers', 300, parseText);
export const taskScorers = ofFamilies('task scorers', 80, scoreText);
