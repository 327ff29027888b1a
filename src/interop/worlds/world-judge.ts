/**
 * @file Answers the questions of trainers about task families: draws tasks, plays turns and scores them. The judge
 * keeps no state, so one process serves any number of rollouts at once.
 */
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import { schemaProblems } from '../../common/schema-problems.ts';
import type { RolloutReason } from '../../genenv/log/reasons.ts';
import { defaultSettings } from '../../genenv/settings/settings.ts';
import { agentReward } from '../../genenv/stages/score-rollouts.ts';
import { randomStream } from '../../random/streams.ts';
import { trainingTask } from '../../tasks/data.ts';
import { playTurns } from '../../tasks/family-parts.ts';
import type { Family } from '../../tasks/family.ts';
import { FAMILIES, familyByName } from '../../tasks/registry.ts';

/** Returns a task with its level, and with what the agent reads: the prompt or the chat messages. */
export function worldTask(family: Family, text: string) {
  const task = taskOf(family, text);
  return {
    family: family.name,
    text,
    level: family.level(task),
    prompt: family.prompt(task),
    /** Chat messages that ask for the answer. Null in a family without chat. */
    messages: family.chat?.agent(task) ?? null,
  };
}

function taskOf(family: Family, text: string): unknown {
  const parsed = family.parse(text);
  if (!parsed.ok) throw new CodedError('not-a-task-of-family', { family: family.name, text });
  return parsed.task;
}

interface WorldWords {
  reasonSentence: (reason: RolloutReason) => string;
  familyTitle: (name: string) => string;
}

/** Checks a question against the schema. @throws CodedError `not-a-question` with the first problem */
export function parsedQuestion<Question>(schema: z.ZodType<Question>, question: unknown): Question {
  const parsed = schema.safeParse(question);
  if (parsed.success) return parsed.data;
  const [{ place, cause }] = schemaProblems(parsed.error);
  throw new CodedError('not-a-question', { place, cause });
}

export class WorldJudge {
  constructor(private readonly words: WorldWords) {}

  /** Answers a question. @throws CodedError if it is malformed, or names an unknown family or task */
  answer(question: unknown): object {
    const asked = parsedQuestion(worldQuestion, question);
    switch (asked.ask) {
      case 'families':
        return { families: FAMILIES.map((family) => describe(family, this.words.familyTitle(family.name))) };
      case 'draw':
        return { tasks: draw(asked) };
      case 'solve':
        return { turns: solution(asked) };
      case 'play':
        return this.#play(asked);
    }
  }

  #play({ family: name, text, turns: given }: WorldQuestionOf<'play'>) {
    const family = familyByName(name);
    const task = taskOf(family, text);
    // Trim the turns of chat families, as `readTurn` does with the agent's tokens.
    const turns = family.chat ? given.map((turn) => turn.trim()) : given;
    const episode = family.start(task);
    let answered = { observation: '', done: false };
    const played: string[] = [];
    for (const turn of turns) {
      if (answered.done) throw new CodedError('turn-after-end', { family: name, turns: played.length });
      played.push(turn);
      const { observation, done } = episode.step(turn);
      answered = { observation, done: done || played.length >= family.maxTurns };
    }
    const { done } = answered;
    const { successThreshold } = defaultSettings;
    const score = agentReward(family, task, turns, done ? 'stop' : 'length', successThreshold);
    return {
      observation: done ? '' : answered.observation,
      done,
      ...score,
      sentence: this.words.reasonSentence(score.reason),
    };
  }
}

/** Describes a family for a trainer. The example answer shows only the form: its choices are random. */
function describe(family: Family, title: string) {
  const { name, levels, maxTurns, reward, example } = family;
  const task = taskOf(family, example);
  const turns = family.play(task, randomStream(0, 'worlds', 0));
  return {
    name,
    title,
    levels,
    maxTurns,
    reward,
    example: { ...worldTask(family, example), ...playTurns(family, task, turns) },
  };
}

function solution({ family: name, text }: WorldQuestionOf<'solve'>): string[] {
  const family = familyByName(name);
  const oracle = family.oracle(taskOf(family, text));
  if (!oracle.solvable) throw new CodedError('no-solution', { family: name, text });
  return oracle.answers;
}

/** Draws tasks that cycle through the levels. Task i is the same for every `first` and `count`. */
function draw({ family: name, levels, split, seed, first, count }: WorldQuestionOf<'draw'>) {
  const family = familyByName(name);
  const all = levels ?? Array.from({ length: family.levels }, (_, i) => i + 1);
  const unknown = all.find((level) => level > family.levels);
  if (unknown !== undefined)
    throw new CodedError('not-a-level', { family: name, level: unknown, levels: family.levels });
  return Array.from({ length: count }, (_, i) => {
    const level = all[(first + i) % all.length];
    const index = Math.floor((first + i) / all.length);
    if (split === 'training')
      return worldTask(family, trainingTask(family, level, randomStream(seed, 'worlds', 0, level, index)));
    const texts = family.heldOut(split, level, index + 1);
    return worldTask(family, texts[index % texts.length]);
  });
}

const MOST_TASKS = 10_000;

const worldQuestion = z.discriminatedUnion('ask', [
  /** Asks for a description of every family. */
  z.strictObject({ ask: z.literal('families') }),
  /** Asks for `count` tasks of a family, from number `first` on. */
  z.strictObject({
    ask: z.literal('draw'),
    family: z.string(),
    /** Levels that the tasks cycle through. Default: all levels. */
    levels: z.array(z.int().min(1)).min(1).optional(),
    /** Tasks of the evaluation splits are few and fixed: they repeat in a cycle, and the seed has no effect. */
    split: z.enum(['training', 'development', 'held-out']).default('training'),
    seed: z.int().min(0).default(0),
    first: z.int().min(0).default(0),
    count: z.int().min(1).max(MOST_TASKS).default(1),
  }),
  /** Asks for the turns of one shortest solution of a task. */
  z.strictObject({ ask: z.literal('solve'), family: z.string(), text: z.string() }),
  /** Asks for the simulator's answer to the last turn, and for the score of these turns. */
  z.strictObject({ ask: z.literal('play'), family: z.string(), text: z.string(), turns: z.array(z.string()) }),
]);
type WorldQuestion = z.infer<typeof worldQuestion>;
type WorldQuestionOf<Ask extends WorldQuestion['ask']> = Extract<WorldQuestion, { ask: Ask }>;
