/**
 * @file Contains the parts that families share: texts kept for evaluation, episodes, keys, scores and readers.
 *
 * The environment may write a key, its right answer, after a task. In the paper, a task instance is a prompt, an
 * evaluation specification and the ground-truth action (GenEnv, arXiv 2512.19682, §3). The key follows the task text:
 *
 *     task `<sep>` turn `<sep>` turn
 *
 * The oracle only audits such a key. Only families with one right answer take keys, because a key with one right plan
 * would fail other right plans. Natural language has no `<sep>`, so families of natural language take no keys. Given
 * tasks are an exception: they always have a key. In natural language the key has its own line:
 *
 *     task
 *     Answer: turn
 */
import { RandomStream } from '../random/random-stream.ts';
import { streams } from '../random/streams.ts';
import { EOS, type Episode, type Family, type FamilyReason, type Score, SEPARATOR, type Split } from './family.ts';
import { joinWords, splitWords, textHash, wordsOf } from './text.ts';

const PARTITIONS = 6;
/** Largest number of draws per requested task. A level with few texts is exhausted long before that. */
const DRAWS_PER_TASK = 200;

type Partition = Split | 'training';

/**
 * Returns the data set that a task text belongs to. The text's hash decides: a sixth of all texts is for development, a
 * sixth is held out, and the rest is for training. So no data set needs a list of excluded texts, and the sets stay
 * disjoint for any number of tasks. All sets use the same words, because a model cannot know a word that it never saw.
 */
export function partitionOf(text: string): Partition {
  const part = new RandomStream(textHash(text), streams.partition).integer(PARTITIONS);
  return part === 0 ? 'development' : part === 1 ? 'held-out' : 'training';
}

/** Returns true if the text may be trained on. */
export const isForTraining = ({ given }: Pick<Family, 'given'>, text: string): boolean =>
  given ? !given.isKept(text) : partitionOf(text) === 'training';

/** Texts of one split and level that were drawn so far. */
interface HeldOutDraws {
  random: RandomStream;
  draws: number;
  /** Maps each text to the number of the draw that found it. */
  found: Map<string, number>;
}

const heldOutDraws = new WeakMap<object, Map<string, HeldOutDraws>>();

/**
 * Returns the first `count` different texts of a level that belong to a split. A longer list begins with the texts of a
 * shorter one. A small level gives fewer texts: household has 72 texts of level 1, so about 12 per split.
 */
function heldOutTexts(
  family: Pick<Family, 'name' | 'sampleTask'>,
  split: Split,
  level: number,
  count: number,
): string[] {
  const part = split === 'development' ? 0 : 1;
  const key = `${part} ${level}`;
  const known = heldOutDraws.get(family) ?? new Map<string, HeldOutDraws>();
  heldOutDraws.set(family, known);
  const random = () => new RandomStream(textHash(family.name), streams.heldOut, part, level);
  const drawn = known.get(key) ?? { random: random(), draws: 0, found: new Map<string, number>() };
  known.set(key, drawn);
  const most = DRAWS_PER_TASK * count;
  for (; drawn.draws < most && drawn.found.size < count; drawn.draws++) {
    const text = family.sampleTask(level, drawn.random);
    if (partitionOf(text) === split && !drawn.found.has(text)) drawn.found.set(text, drawn.draws);
  }
  return [...drawn.found].flatMap(([text, draw], i) => (i < count && draw < most ? [text] : []));
}

/**
 * Record of an episode. In the text from `dialogueText`, the agent's turns and the simulator's observations alternate.
 *
 *     turn `<eos>` observation `<sep>` turn `<eos>` observation `<sep>` turn
 *
 * Each turn begins after a `<sep>`. The first turn follows the `<sep>` of the prompt. The `<eos>` of the last turn is
 * missing, because the code that tokenizes a completion appends it.
 */
interface Dialogue {
  turns: string[];
  /** Observations, one after each turn except the last. */
  observations: string[];
}

/** Writes the text that the agent reads between two turns, after the `<eos>` of its turn. */
export const observationText = (observation: string): string => joinWords(observation, SEPARATOR);

/** Writes the episode as one text. `mask` has 1 for each word of the agent and 0 for each word of the simulator. */
export function dialogueText({ turns, observations }: Dialogue): { text: string; mask: (0 | 1)[] } {
  const words: string[] = [];
  const mask: (0 | 1)[] = [];
  const write = (text: string, author: 0 | 1): void => {
    for (const word of wordsOf(text)) {
      words.push(word);
      mask.push(author);
    }
  };
  turns.forEach((turn, i) => {
    write(turn, 1);
    if (i === turns.length - 1) return;
    write(EOS, 1);
    write(observationText(observations[i]), 0);
  });
  return { text: words.join(' '), mask };
}

/** Plays up to `maxTurns` given turns against the simulator, until the episode ends. Returns the record. */
export function playTurns<Task>(family: Family<Task>, task: Task, turns: readonly string[]): Dialogue {
  const episode = family.start(task);
  const played: Dialogue = { turns: [], observations: [] };
  let observed = '';
  for (const turn of turns.slice(0, family.maxTurns)) {
    if (played.turns.length > 0) played.observations.push(observed);
    played.turns.push(turn);
    const { observation, done } = episode.step(turn);
    if (done) break;
    observed = observation;
  }
  return played;
}

/** Makes an episode that ends with the agent's first turn, for tasks with a one-turn answer. */
export const singleTurnEpisode = (): Episode => ({ step: () => ({ observation: '', done: true }) });

export function requireLevel(family: string, level: number, levels: number): void {
  if (!Number.isInteger(level) || level < 1 || level > levels) {
    throw new RangeError(`The family ${family} has levels 1 to ${levels}; level ${level} does not exist.`);
  }
}

class RefusalSignal extends Error {
  constructor(readonly reason: FamilyReason) {
    super(reason.code);
  }
}

/** Aborts `read` of a generated family, because the text is not a task. */
export function refuse(reason: FamilyReason): never {
  throw new RefusalSignal(reason);
}

type Default = 'maxTurns' | 'reward' | 'oneAnswer' | 'audit' | 'start';

/** Parts of a family with a generator and an oracle. Defaults: one turn, one right answer, and only valid tasks. */
type GeneratedParts<Task> = Omit<Family<Task>, Default | 'parse' | 'oracle' | 'heldOut' | 'given'> &
  Partial<Pick<Family<Task>, Default>> & {
    /** Reads a task text, or calls `refuse`. */
    read(text: string): Task;
    /** Returns the agent's turns of one shortest solution, or why there is none. */
    solve(task: Task): string[] | FamilyReason;
  };

/** Makes a family whose texts for evaluation are drawn by `sampleTask`. */
export function generatedFamily<Task>({ read, solve, ...parts }: GeneratedParts<Task>): Family<Task> {
  const family: Family<Task> = {
    maxTurns: 1,
    reward: 'exact',
    oneAnswer: true,
    audit: () => 'valid',
    start: singleTurnEpisode,
    ...parts,
    parse(text) {
      try {
        return { ok: true, task: read(text) };
      } catch (error) {
        if (error instanceof RefusalSignal) return { ok: false, reason: error.reason };
        throw error;
      }
    },
    sampleTask(level, random) {
      requireLevel(parts.name, level, parts.levels);
      return parts.sampleTask(level, random);
    },
    oracle(task) {
      const answers = solve(task);
      if (!Array.isArray(answers)) return { solvable: false, reason: answers };
      return { solvable: true, answers, length: answers.flatMap(wordsOf).length };
    },
    heldOut: (split, level, count) => heldOutTexts(family, split, level, count),
  };
  return family;
}

/** Returns the turns of one shortest solution of a text, or null if it is not a task or has no solution. */
export function solveText<Task>(family: Family<Task>, text: string): string[] | null {
  const parsed = family.parse(text);
  const oracle = parsed.ok ? family.oracle(parsed.task) : null;
  return oracle?.solvable ? oracle.answers : null;
}

/** Makes the score of a rule that only tells right from wrong. */
export const exactScore = (success: boolean, wellFormed: boolean, reason: FamilyReason): Score => ({
  reward: success ? 1 : 0,
  success,
  wellFormed,
  reason,
});

export const takesKeys = ({ oneAnswer, chat, given }: Pick<Family, 'oneAnswer' | 'chat' | 'given'>): boolean =>
  given !== undefined || (oneAnswer && !chat);

/** Mark before the key of a text in natural language. No key contains the mark. */
export const KEY_MARK = '\nAnswer:';

/** Returns the largest number of tokens of a key, including the mark before each turn. */
export const mostKeyTokens = ({
  maxAnswerTokens,
  maxTurns,
  chat,
}: Pick<Family, 'maxAnswerTokens' | 'maxTurns' | 'chat'>): number =>
  maxAnswerTokens * maxTurns + (chat ? KEY_MARK.length : 0);

/** Appends a key to a task text. @param text may be empty if the seed is the whole task */
export const withKeyText = ({ chat }: Pick<Family, 'chat'>, text: string, turns: readonly string[]): string =>
  chat ? `${text}${KEY_MARK} ${turns[0]}` : joinWords(text, ...turns.flatMap((turn) => [SEPARATOR, turn]));

/** Splits a written text into the task text and its key. @returns no turns if there is no key */
export function splitKey({ chat }: Pick<Family, 'chat'>, written: string): { text: string; turns: string[] } {
  if (chat) {
    const place = written.lastIndexOf(KEY_MARK);
    return place < 0
      ? { text: written, turns: [] }
      : { text: written.slice(0, place), turns: [written.slice(place + KEY_MARK.length).trim()] };
  }
  const [text, ...turns] = splitWords(wordsOf(written), SEPARATOR).map((words) => words.join(' '));
  return { text, turns };
}

export const keyText = (turns: readonly string[]): string => wordsOf(turns.join(` ${SEPARATOR} `)).join(' ');

/** Returns the form in which keys and answers are compared, for a key or an answer. */
export const comparedKey = ({ given }: Pick<Family, 'given'>, turns: readonly string[]): string =>
  given?.formOf(turns) ?? keyText(turns);

/** Returns the family with a score that compares answers with the key, even if the key is wrong. */
export const judgedByKey = (family: Family, key: readonly string[]): Family => ({
  ...family,
  comparison: undefined,
  score(task, turns) {
    if (family.given) return family.given.score(key, turns);
    const { wellFormed, reason } = family.score(task, turns);
    if (!wellFormed) return exactScore(false, wellFormed, reason);
    const success = keyText(turns) === keyText(key);
    const verdict: FamilyReason = success ? { code: 'key/equal' } : { code: 'key/different', key: keyText(key) };
    return exactScore(success, wellFormed, verdict);
  },
});

/** Returns the oracle's verdict on a key. It is `unchecked` for a new task of a family of user's tasks. */
export function auditKey(
  family: Family,
  task: unknown,
  key: readonly string[],
): 'right' | 'wrong' | 'malformed' | 'unchecked' {
  const { wellFormed, success } = family.score(task, key);
  if (!wellFormed) return 'malformed';
  const { solvable } = family.oracle(task);
  if (family.given && !solvable) return 'unchecked';
  return success && solvable ? 'right' : 'wrong';
}
