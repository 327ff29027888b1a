/**
 * @file Rolls out every task, turn by turn if the family is a dialogue. Observations of the simulator get mask 0,
 * because the agent reads them but is not trained on them.
 */
import { observationText } from '../../tasks/family-parts.ts';
import { type Episode, type Family, promptForm } from '../../tasks/family.ts';
import { agentTokens } from '../log/epoch-events.ts';
import type { Rollout } from '../log/events.ts';
import type { Candidate } from './inspect-task.ts';
import { type SamplingChoices, samplingOf } from '../epoch-settings.ts';
import type { Completion, Sampler, Prompt } from '../../policy/policy.ts';
import type { RandomKey } from '../../random/streams.ts';
import { endTokens, type TextTokenizer } from '../../policy/text-tokenizer.ts';

export interface RollOutRequest {
  agent: Pick<Sampler, 'generate'>;
  tokenizer: TextTokenizer;
  /** Tasks to attempt. Random streams and results identify a task by its `index`. */
  tasks: readonly Candidate[];
  rolloutsPerTask: number;
  temperature: number;
  settings: SamplingChoices;
  /** Largest number of tokens of prompt and rollout together. */
  contextLength: number;
  key: RandomKey;
}

export interface RollOutResult {
  /** Rollouts, ordered by task, then by rollout number. */
  rollouts: Rollout[];
  /** Number of tokens that the agent sampled, without observations. */
  tokens: number;
  flops: number;
}

interface Play {
  candidate: Candidate;
  promptIds: number[];
  episode: Episode;
  rollout: Rollout;
  done: boolean;
}

function start(candidate: Candidate, promptIds: number[], rollout: number): Play {
  return {
    candidate,
    promptIds,
    episode: candidate.world.start(candidate.task),
    rollout: {
      task: candidate.index,
      rollout,
      ids: [],
      tokens: [],
      logprobs: [],
      mask: [],
      turns: [],
      observations: [],
      finish: 'length',
    },
    done: false,
  };
}

/** Returns the prompts of a turn. A task's rollouts share the first prompt. Later, each rollout has its own prompt. */
function promptsOf(live: readonly Play[], turn: number): Prompt[] {
  if (turn > 0)
    return live.map(({ promptIds, rollout }) => ({
      ids: [...promptIds, ...rollout.ids],
      task: rollout.task,
      rollouts: [rollout.rollout],
      position: agentTokens(rollout),
    }));
  const tasks = new Map<number, Prompt & { rollouts: number[] }>();
  for (const { promptIds, rollout } of live) {
    const prompt = tasks.get(rollout.task) ?? { ids: promptIds, task: rollout.task, rollouts: [], position: 0 };
    prompt.rollouts.push(rollout.rollout);
    tasks.set(rollout.task, prompt);
  }
  return [...tasks.values()];
}

/** Appends tokens to a rollout. @param logprobs one for each token; default: 0, as for the simulator's tokens */
function append(
  { rollout }: Play,
  tokenizer: TextTokenizer,
  own: 0 | 1,
  ids: readonly number[],
  logprobs: readonly number[] = ids.map(() => 0),
) {
  rollout.ids.push(...ids);
  rollout.tokens.push(...ids.map((id) => tokenizer.tokenText(id)));
  rollout.logprobs.push(...logprobs);
  rollout.mask.push(...ids.map(() => own));
}

/** Decodes a turn of the agent. `ids` must not contain the end token. */
export const readTurn = ({ chat }: Pick<Family, 'chat'>, tokenizer: TextTokenizer, ids: readonly number[]): string => {
  const written = tokenizer.decode(ids);
  return chat ? promptForm(tokenizer.chat).read(written) : written;
};

/** Returns the agent's text turn by turn. A last turn that was cut off is included, although it is not scored. */
export function writtenTurns(
  family: Pick<Family, 'chat'>,
  tokenizer: TextTokenizer,
  { turns, ids, mask, finish }: Rollout,
): string[] {
  const begun = finish === 'length' ? ids.slice(mask.lastIndexOf(0) + 1) : [];
  return begun.length === 0 ? turns : [...turns, readTurn(family, tokenizer, begun)];
}

/** Adds the agent's turn and the simulator's observation to the transcript. */
function takeTurn(play: Play, completion: Completion, tokenizer: TextTokenizer): void {
  const { rollout, episode, candidate } = play;
  append(play, tokenizer, 1, completion.ids, completion.logprobs);
  if (completion.finish === 'length') {
    play.done = true;
    return;
  }
  const turn = readTurn(candidate.world, tokenizer, completion.ids.slice(0, -1));
  rollout.turns.push(turn);
  const { observation, done } = episode.step(turn);
  if (done || rollout.turns.length >= candidate.world.maxTurns) {
    play.done = true;
    rollout.finish = 'stop';
    return;
  }
  rollout.observations.push(observation);
  append(play, tokenizer, 0, tokenizer.encode(observationText(observation)));
}

export async function rollOut(request: RollOutRequest): Promise<RollOutResult> {
  const { agent, tokenizer, tasks, rolloutsPerTask, temperature, settings, contextLength, key } = request;
  const plays = tasks.flatMap((candidate) => {
    const promptIds = tokenizer.encode(candidate.prompt);
    return Array.from({ length: rolloutsPerTask }, (_, rollout) => start(candidate, promptIds, rollout));
  });
  const result: RollOutResult = { rollouts: plays.map(({ rollout }) => rollout), tokens: 0, flops: 0 };
  for (let turn = 0; ; turn++) {
    for (const play of plays) {
      const length = play.promptIds.length + play.rollout.ids.length + play.candidate.world.maxAnswerTokens;
      // Without room for a whole answer, the rollout ends as cut off.
      if (length > contextLength) play.done = true;
    }
    const live = plays.filter(({ done }) => !done);
    if (live.length === 0) return result;
    const sampling = samplingOf(settings, {
      temperature,
      maxNewTokens: Math.max(...live.map(({ candidate }) => candidate.world.maxAnswerTokens)),
      stopIds: endTokens(tokenizer),
    });
    const { completions, flops } = await agent.generate(promptsOf(live, turn), sampling, key);
    result.flops += flops;
    completions.forEach((completion, i) => {
      takeTurn(live[i], completion, tokenizer);
      result.tokens += completion.ids.length;
    });
  }
}
