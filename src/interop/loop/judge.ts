/**
 * @file Answers the questions of the loop on TRL, a Python program that samples and trains models (python/genenv/loop).
 * The judge returns contexts, parsed tasks, base data, scores, advantages, regression weights and events. Each
 * question and answer is one JSON value, and lists keep their order. The judge keeps no state: an answer depends only
 * on the question and the settings. Random numbers are the same as in `coevolve`.
 */
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import { isObject } from '../../common/plain-json.ts';
import { recordOf } from '../../common/record-schema.ts';
import { initialState } from '../../genenv/coevolve.ts';
import type { HeldOut } from '../../genenv/log/events.ts';
import { setting, settingAsText, settingNames, type Settings } from '../../genenv/settings/settings.ts';
import { fromBaseData, mixture, samplesOfEpoch } from '../../genenv/sources/epoch-tasks.ts';
import { attemptedAnew, candidatePositions, chooseHistory } from '../../genenv/sources/history.ts';
import { agentReward } from '../../genenv/stages/score-rollouts.ts';
import { evaluationTasksOf, levelMeans } from '../../genenv/stages/evaluate.ts';
import { type Candidate, textOf } from '../../genenv/stages/inspect-task.ts';
import { readTurn } from '../../genenv/stages/roll-out.ts';
import { contextsOfDraw, drawContext, readCandidate } from '../../genenv/stages/write-tasks.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import { endTokens, type TextTokenizer } from '../../policy/text-tokenizer.ts';
import { type Family, promptForm } from '../../tasks/family.ts';
import {
  advantagesOf,
  environmentLearns,
  type RolledOutRound,
  roundEvents,
  startEvent,
  tokenLimits,
  trlOptions,
  type UpdatedRound,
  weighRound,
} from './loop-round.ts';
import { parsedQuestion } from '../worlds/world-judge.ts';

/**
 * Checks that the loop on TRL supports the settings.
 * @throws CodedError `loop-setting`, `loop-without-setting` or `loop-turns`
 */
export function refuseForLoop(settings: Settings, families: readonly Family[]): void {
  for (const name of settingNames) {
    const { inLoop } = setting(name);
    if (inLoop === 'followed' || inLoop === 'unused') continue;
    const value = settingAsText(settings[name]);
    if (inLoop === 'refused') {
      if (value === settingAsText(setting(name).default)) continue;
      throw new CodedError('loop-without-setting', { setting: name, value });
    }
    if (!inLoop.includes(value))
      throw new CodedError('loop-setting', { setting: name, value, allowed: inLoop.join(', ') });
  }
  const played = families.find(({ maxTurns }) => maxTurns > 1);
  if (played) throw new CodedError('loop-turns', { family: played.name });
}

export class TaskJudge {
  private readonly evaluation: Candidate[];

  /**
   * Creates a judge for a run. @param tokenizer tokenizer that both models share
   * @param folderOf returns the folder of a model that the settings name
   * @throws CodedError if the loop does not support the settings
   */
  constructor(
    private readonly settings: Settings,
    private readonly families: readonly Family[],
    private readonly tokenizer: TextTokenizer,
    private readonly folderOf: (model: string) => string,
  ) {
    refuseForLoop(settings, families);
    this.evaluation = evaluationTasksOf(families, settings, promptForm(tokenizer.chat));
  }

  /** Answers a question. @throws CodedError `not-a-question` if the question is malformed */
  answer(question: unknown): object {
    const asked = parsedQuestion(judgeQuestion, question);
    switch (asked.ask) {
      case 'start':
        return this.#start();
      case 'contexts':
        return { contexts: this.#contexts(asked) };
      case 'read':
        return { tasks: this.#read(asked) };
      case 'known':
        return this.#known(asked);
      case 'score':
        return { scores: asked.answers.map((answer) => this.#score(answer)) };
      case 'advantages':
        return { groups: advantagesOf(this.settings, asked.groups) };
      case 'weigh':
        return weighRound(this.#rules, asked.round);
      case 'held-out':
        return { heldOut: this.#heldOut(asked) };
      case 'start-event':
        return { events: [startEvent(this.settings, asked.players, asked.heldOut)] };
      case 'events':
        return { events: roundEvents(this.#rules, asked.round) };
    }
  }

  get #rules() {
    return { settings: this.settings, families: this.families, tokenizer: this.tokenizer };
  }

  #start() {
    const settings = this.settings;
    const tokens = tokenLimits(settings, this.families);
    return {
      settings,
      environmentLearns: environmentLearns(settings),
      models: { agent: this.folderOf(settings.agentModel), environment: this.folderOf(settings.environmentModel) },
      tokens,
      trl: trlOptions(settings, tokens),
      recentSuccess: initialState(this.families).recentSuccess,
      endIds: endTokens(this.tokenizer),
      evaluation: this.evaluation.map((candidate) => this.#task(candidate)),
    };
  }

  #heldOut({ scores }: QuestionOf<'held-out'>): HeldOut {
    const { evalSplit: split, evalSamples: samples } = this.settings;
    const attempts = scores.map(({ success }, i) => ({
      candidate: this.evaluation[Math.floor(i / samples)],
      score: { success },
    }));
    return { split, samples, ...levelMeans(this.families, attempts) };
  }

  #request({ epoch, recentSuccess }: { epoch: number; recentSuccess: Record<string, number> }) {
    const request = { ...this.#rules, epoch };
    return { ...request, state: { recentSuccess }, samples: samplesOfEpoch(request) };
  }

  #contexts({ draw, needed, ...asked }: QuestionOf<'contexts'>) {
    const request = this.#request(asked);
    const { variations } = this.settings;
    const count = contextsOfDraw(this.settings, needed, request.samples ? variations + 1 : variations);
    return Array.from({ length: count }, (_, i) => drawContext(request, draw * count + i))
      .filter(({ sample }) => sample?.task !== null)
      .map(({ batch, family, text, ids }) => ({ batch, family: family.name, text, ids }));
  }

  #read({ texts, ...asked }: QuestionOf<'read'>) {
    const request = this.#request(asked);
    const evaluated = new Set(this.evaluation.map(({ text }) => text));
    const seen = new Set<number>();
    return texts.flatMap(({ batch, ...completion }, index) => {
      const context = drawContext(request, batch);
      const { sample, first } = context;
      const read = readCandidate(
        {
          ...request,
          source: 'environment',
          refuse: (text) => (evaluated.has(text) ? { code: 'evaluation-task' } : null),
        },
        context,
        completion,
        index,
      );
      // List the base sample before its first variation, as `writeTasks` does.
      const known = sample && first && seen.size < seen.add(batch).size ? [sample] : [];
      return [...known, read].map((one) => this.#task(one));
    });
  }

  #known({ epoch, train }: QuestionOf<'known'>) {
    const request = this.#request({ epoch, recentSuccess: {} });
    const candidates = candidatePositions(request, train.length).map((position) => train[position]);
    const history = chooseHistory(this.settings, candidates);
    const { base, fresh } = mixture({ settings: this.settings, history });
    const known = [...fromBaseData(request, base), ...attemptedAnew(request, history)];
    return { tasks: known.map((one) => this.#task(one)), fresh };
  }

  /**
   * Describes a text for the loop. The field `text` has the form of the log. `text.used` is false if the text is not
   * a task that the agent can attempt.
   */
  #task(candidate: Candidate) {
    const { text, prompt, task, contextIds, world } = candidate;
    const attempted = task !== null;
    return {
      text: { ...textOf(candidate), used: attempted },
      contextIds,
      promptIds: attempted ? this.tokenizer.encode(prompt) : [],
      /** Chat messages of the prompt. Null if the family has no chat, or the text is not a task. */
      messages: attempted ? (world.chat?.agent(task) ?? null) : null,
      tokens: this.#length(text),
    };
  }

  /** Counts the tokens of a text. Returns 0 if a word has no token, as in some invalid tasks. */
  #length(text: string): number {
    try {
      return this.tokenizer.encode(text).length;
    } catch {
      return 0;
    }
  }

  #score({ family: name, text, ids, finish }: Answer) {
    const family = this.families.find((one) => one.name === name);
    const parsed = family?.parse(text);
    if (!family || !parsed?.ok) throw new CodedError('not-a-task-of-family', { family: name, text });
    const own = endTokens(this.tokenizer).includes(ids.at(-1)!) ? ids.slice(0, -1) : ids;
    const turns = finish === 'stop' ? [readTurn(family, this.tokenizer, own)] : [];
    return {
      ...agentReward(family, parsed.task, turns, finish, this.settings.successThreshold),
      turns,
      ids,
      tokens: ids.map((id) => this.tokenizer.tokenText(id)),
    };
  }
}

const index = z.int().min(0);
const ids = z.array(index);
const finish = z.enum(['stop', 'length']);

/** Tokens that the environment's model wrote after a context. */
const writtenText = z.object({
  batch: index,
  ids,
  /** Natural logarithms of the tokens' sampling probabilities. */
  logprobs: z.array(z.number()),
  finish,
});

const answer = z.object({
  family: z.string(),
  text: z.string(),
  /** The agent's tokens, including the end token. */
  ids,
  finish,
});
export type Answer = z.infer<typeof answer>;

/** Fields of a question that the environment's contexts depend on. */
const state = { epoch: z.int().min(1), recentSuccess: recordOf(z.number()) };
const heldOut = z.custom<HeldOut | null>((value) => value === null || isObject(value));
/** The loop builds rounds from the judge's answers, so the fields of a round are not checked again. */
const rolledOutRound = z.custom<RolledOutRound>(isObject);
const updatedRound = z.custom<UpdatedRound>(isObject);
type Players = Record<'agent' | 'environment', PolicyDescription>;

const judgeQuestion = z.discriminatedUnion('ask', [
  /** Asks for what the loop needs at its start: settings, model folders, TRL's options, evaluation tasks. */
  z.object({ ask: z.literal('start') }),
  /** Asks for the contexts of draw number `draw`, which should yield `needed` valid tasks. */
  z.object({ ask: z.literal('contexts'), ...state, draw: index, needed: index }),
  /** Asks to parse texts of the environment and to say which are valid tasks. */
  z.object({ ask: z.literal('read'), ...state, texts: z.array(writtenText) }),
  /** Asks for an epoch's tasks from base data and D_train (`train`), and for the number of new tasks to write. */
  z.object({
    ask: z.literal('known'),
    epoch: state.epoch,
    train: z.array(z.object({ family: z.string(), text: z.string(), success: z.number() })),
  }),
  z.object({ ask: z.literal('score'), answers: z.array(answer) }),
  z.object({ ask: z.literal('advantages'), groups: z.array(z.array(z.number())) }),
  /** Asks for a round's weighted regression pairs, its recent success and its new entries of D_train. */
  z.object({ ask: z.literal('weigh'), round: rolledOutRound }),
  /** Asks for the success rates on the evaluation tasks. The scores have the order of the tasks. */
  z.object({ ask: z.literal('held-out'), scores: z.array(z.looseObject({ success: z.boolean() })) }),
  z.object({ ask: z.literal('start-event'), players: z.custom<Players>(isObject), heldOut }),
  z.object({ ask: z.literal('events'), round: updatedRound }),
]);
type JudgeQuestion = z.infer<typeof judgeQuestion>;
type QuestionOf<Ask extends JudgeQuestion['ask']> = Extract<JudgeQuestion, { ask: Ask }>;
