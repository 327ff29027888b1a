/**
 * @file Follows one task through a run. The agent sometimes solves it at first, meets it again, and solves it more
 * often in the end. Of such tasks it is the easiest, and the first among equals. Each meeting has the answers, the
 * environment's reward, and the probability of the deciding token. Some runs have no such task.
 */
import { type SuccessCount, successRate } from '../curriculum/environment-reward.ts';
import type { Group } from '../genenv/log/epoch-events.ts';
import type { HeldOutAnswer, RunEvent } from '../genenv/log/events.ts';
import { wordsOf } from '../tasks/text.ts';
import { type EpochView, type RunView, scoredGroups, type TaskView, viewRun } from './run-view.ts';

/** A held-out prompt with its answers, earliest evaluation first. Epoch 0 is before training. */
interface FollowedPrompt extends Pick<HeldOutAnswer, 'family' | 'level' | 'task' | 'prompt'> {
  answers: { epoch: number; answer: HeldOutAnswer }[];
}

/** Returns held-out prompts in the order of the first evaluation: by family, then level. Empty if none is logged. */
export function followedAnswers({ started, epochs }: RunView): FollowedPrompt[] {
  const evaluations = [
    { epoch: 0, heldOut: started?.heldOut },
    ...epochs.map(({ epoch, 'epoch-ended': ended }) => ({ epoch, heldOut: ended?.heldOut })),
  ];
  const prompts = new Map<string, FollowedPrompt>();
  for (const { epoch, heldOut } of evaluations)
    for (const answer of heldOut?.answers ?? []) {
      const { family, level, task, prompt } = answer;
      const key = `${family} ${task}`;
      const followed = prompts.get(key) ?? { family, level, task, prompt, answers: [] };
      followed.answers.push({ epoch, answer });
      prompts.set(key, followed);
    }
  return [...prompts.values()];
}

export interface FollowedAnswer {
  words: string[];
  success: boolean;
}

export interface Meeting {
  epoch: number;
  /** The answers are in the order of the rollouts. */
  answers: FollowedAnswer[];
  count: SuccessCount;
  /** p̂ over the run's success scope (task, batch or epoch), and the resulting R_env. */
  successRate: number;
  environmentReward: number;
  /** Probability of the deciding (least likely) token. Null if no answer here begins with the tokens up to it. */
  probability: number | null;
  /** True if some answer's advantage was not 0 and the agent's update took steps. */
  taught: boolean;
}

/**
 * Who wrote a task: the environment (`written`, or `continued` from its context), or another source (`known`). `given`:
 * the environment's context held the whole task.
 */
type TaskOrigin = 'written' | 'continued' | 'given' | 'known';

export interface FollowedTask {
  task: string;
  /** Words at the start of the task that the environment's context gave. */
  seed: string;
  origin: TaskOrigin;
  right: string[];
  /** Index of the word that contains the agent's least likely token. */
  decision: number;
  /** The first and the last meeting are always included. Beyond {@link MOST} meetings, some in between are left out. */
  meetings: Meeting[];
}

/** The story shows at most this many meetings. */
const MOST = 8;

/** Reads the complete events of an epoch. */
export type EpochEvents = (epoch: number) => Promise<readonly RunEvent[]>;
type ScoredGroup = Omit<TaskView, 'rollouts'> & Group;

/** Returns an epoch's attempts at a task. If the task was written twice, returns the first attempts. */
const groupOf = (epoch: EpochView, task: string): ScoredGroup | undefined =>
  scoredGroups(epoch).find(({ text }) => text === task);

function originOf({ source, seed, text }: Pick<TaskView, 'source' | 'seed' | 'text'>): TaskOrigin {
  if (source !== 'environment') return 'known';
  if (seed === '') return 'written';
  return seed === text ? 'given' : 'continued';
}

/** Epochs in which the agent met a task, and its success the first and the last time. */
interface Trail {
  task: string;
  level: number;
  epochs: number[];
  first: SuccessCount;
  last: SuccessCount;
}

/** Of the tasks that are solved more often in the end, returns the easiest, and among equals the first met. */
function chosenOf(trails: readonly Trail[]): Trail | undefined {
  const told = trails.filter(
    ({ first, last }) => first.k > 0 && first.k < first.n && successRate(last) > successRate(first),
  );
  return told.toSorted((a, b) => a.level - b.level || a.epochs[0] - b.epochs[0])[0];
}

/** Picks at most {@link MOST} epochs in order, both ends included. */
const spread = (epochs: readonly number[]): number[] =>
  epochs.length <= MOST
    ? [...epochs]
    : Array.from({ length: MOST }, (_, i) => epochs[Math.round((i * (epochs.length - 1)) / (MOST - 1))]);

/** Returns the tokens up to the first right answer's least likely token, that token's word index, and all words. */
function decisionOf(group: ScoredGroup): { tokens: string[]; word: number; right: string[] } {
  const { tokens, logprobs, mask, turns } = group.rollouts.find(({ score }) => score.success)!.rollout;
  const text = turns.join(' ');
  let [end, least, word] = [0, -1, 0];
  tokens.forEach((token, i) => {
    const written = token.trim();
    const place = mask[i] === 1 ? text.indexOf(written, end) : -1;
    // The end token belongs to none of the words.
    if (place < 0 || written === '') return;
    end = place + written.length;
    if (least >= 0 && logprobs[i] >= logprobs[least]) return;
    least = i;
    word = wordsOf(text.slice(0, end)).length - 1;
  });
  return { tokens: tokens.slice(0, least + 1), word, right: wordsOf(text) };
}

/** Returns the followed task of a run. Null if there is none. @param events outlines suffice */
export async function followedTask(
  events: readonly RunEvent[],
  epochEvents: EpochEvents,
): Promise<FollowedTask | null> {
  const started = events.filter(({ type }) => type === 'run-started');
  const viewOf = async (epoch: number): Promise<EpochView | undefined> => {
    const whole = await epochEvents(epoch);
    return viewRun([...started, ...whole.filter(({ type }) => type !== 'run-started')]).epochs[0];
  };

  const trails = new Map<string, Trail>();
  for (const event of events) {
    if (event.type !== 'epoch-ended') continue;
    const { epoch } = event;
    const view = await viewOf(epoch);
    for (const { text: task, level, scored } of view ? scoredGroups(view) : []) {
      const trail = trails.get(task);
      if (!scored?.count.n || trail?.epochs.at(-1) === epoch) continue;
      if (!trail) trails.set(task, { task, level, epochs: [epoch], first: scored.count, last: scored.count });
      else {
        trail.epochs.push(epoch);
        trail.last = scored.count;
      }
    }
  }
  const chosen = chosenOf([...trails.values()]);
  if (!chosen) return null;

  const meetings: Meeting[] = [];
  let start: Pick<FollowedTask, 'seed' | 'origin'> | undefined;
  let decision: ReturnType<typeof decisionOf> | undefined;
  for (const epoch of spread(chosen.epochs)) {
    const view = await viewOf(epoch);
    const group = view && groupOf(view, chosen.task);
    if (!view || !group?.scored) continue;
    start ??= { seed: group.seed, origin: originOf(group) };
    decision ??= decisionOf(group);
    const { tokens } = decision;
    const took = group.rollouts.find(({ rollout }) => tokens.every((token, i) => rollout.tokens[i] === token));
    const { count, successRate, environmentReward } = group.scored;
    meetings.push({
      epoch,
      answers: group.rollouts.map(({ rollout, score }) => ({
        words: wordsOf(rollout.turns.join(' ')),
        success: score.success,
      })),
      count,
      successRate,
      environmentReward,
      probability: took ? Math.exp(took.rollout.logprobs[tokens.length - 1]) : null,
      taught: Boolean(view['agent-updated']?.steps.length) && group.rollouts.some(({ score }) => score.advantage !== 0),
    });
  }
  if (!start || !decision) return null;
  return { task: chosen.task, ...start, right: decision.right, decision: decision.word, meetings };
}

interface Side {
  /** 0 means before the first epoch. */
  epoch: number;
  answers: FollowedAnswer[];
  count: SuccessCount;
}

interface BeforeAfter {
  task: string;
  right: string[];
  before: Side;
  after: Side;
  /** True if no model trains on the task. */
  heldOut: boolean;
}

/** Returns an answer without its end token. If a token has a space, tokens are parts of words, else whole words. */
function answerOf({ tokens, mask, success }: HeldOutAnswer): FollowedAnswer {
  const written = tokens.filter((_, i) => mask[i] === 1);
  if (/^<\S+>$/.test(written.at(-1) ?? '')) written.pop();
  const glue = written.some((token) => /\s/.test(token)) ? '' : ' ';
  return { words: wordsOf(written.join(glue)), success };
}

/**
 * Returns a task with its answers before and after the run: the followed task, or else a held-out prompt that was
 * learned. Null if the run has neither.
 */
export function beforeAfter(followed: FollowedTask | null, view: RunView): BeforeAfter | null {
  if (followed) {
    const { task, right, meetings } = followed;
    return { task, right, before: meetings[0], after: meetings.at(-1)!, heldOut: false };
  }
  for (const { task, answers } of followedAnswers(view)) {
    const [first, last] = [answers[0], answers.at(-1)!];
    if (first.answer.success || !last.answer.success) continue;
    const side = ({ epoch, answer }: typeof first): Side => ({
      epoch,
      answers: [answerOf(answer)],
      count: { k: Number(answer.success), n: 1 },
    });
    const after = side(last);
    return { task, right: after.answers[0].words, before: side(first), after, heldOut: true };
  }
  return null;
}
