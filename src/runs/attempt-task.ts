/**
 * @file Gives a task of the user to the agent of an open run, with its initial and with its current weights. The run is
 * not affected: no weight changes, and no random number of the run is drawn.
 */
import { CodedError } from '../common/coded-error.ts';
import { type Candidate, knownCandidate } from '../genenv/stages/inspect-task.ts';
import type { Rollout } from '../genenv/log/events.ts';
import type { RolloutReason } from '../genenv/log/reasons.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { agentReward } from '../genenv/stages/score-rollouts.ts';
import { rollOut, writtenTurns } from '../genenv/stages/roll-out.ts';
import type { Sampler, WeightsVersion } from '../policy/policy.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { streams } from '../random/streams.ts';
import { familyNameOf, promptForm, type Score } from '../tasks/family.ts';
import { familyByName } from '../tasks/registry.ts';

export interface TaskQuestion {
  family: string;
  text: string;
  /** Number of answers sampled at the run's temperature. */
  samples: number;
}

export interface TaskAnswer {
  rollout: Rollout;
  /** The agent's text in each turn, including a turn that was cut off. */
  written: string[];
  score: Score<RolloutReason>;
}

export interface AgentAnswers {
  /** Greedy answer: the most likely token at each position. */
  likely: TaskAnswer;
  samples: TaskAnswer[];
}

export interface TaskAnswers {
  /** Answers with the weights that the run began with. `now` has answers with the current weights. */
  before: AgentAnswers;
  now: AgentAnswers;
  epoch: number;
  temperature: number;
}

/** Open run between two stages. */
export interface AskedRun {
  agent: Pick<Sampler, 'generate' | 'describe'>;
  tokenizer: TextTokenizer;
  settings: Settings;
  epoch: number;
}

/** Lets the agent answer a task. @throws CodedError `family-not-of-run` or `not-a-task` */
export async function attemptTask(run: AskedRun, question: TaskQuestion): Promise<TaskAnswers> {
  const { settings, epoch } = run;
  const candidate = candidateOf(run, question);
  const temperature = settings.agentTemperature || 1;
  const { contextLength } = await run.agent.describe();
  const answers = async (weights: WeightsVersion, count: number, at: number): Promise<TaskAnswer[]> => {
    const { rollouts } = await rollOut({
      agent: { generate: (prompts, sampling, key) => run.agent.generate(prompts, sampling, key, weights) },
      tokenizer: run.tokenizer,
      tasks: [candidate],
      rolloutsPerTask: count,
      temperature: at,
      settings,
      contextLength,
      key: { seed: settings.seed, stream: streams.ownTasks, epoch },
    });
    const { world, task } = candidate;
    return rollouts.map((rollout) => ({
      rollout,
      written: writtenTurns(world, run.tokenizer, rollout),
      score: agentReward(world, task, rollout.turns, rollout.finish, settings.successThreshold),
    }));
  };
  const of = async (weights: WeightsVersion): Promise<AgentAnswers> => {
    const [likely] = await answers(weights, 1, 0);
    return { likely, samples: await answers(weights, question.samples, temperature) };
  };
  return { before: await of('initial'), now: await of('current'), epoch, temperature };
}

/** Makes a candidate from the text, even if a run would leave it out because it cannot be solved. */
function candidateOf({ settings, tokenizer }: AskedRun, { family: name, text }: TaskQuestion): Candidate {
  const names = settings.families.map(familyNameOf);
  if (!names.includes(name)) throw new CodedError('family-not-of-run', { name, families: names.join(', ') });
  const family = familyByName(name);
  const parsed = family.parse(text);
  if (!parsed.ok) throw new CodedError('not-a-task', { text, reason: parsed.reason.code });
  const candidate = knownCandidate(family, { family: name, text, source: 'base' }, promptForm(tokenizer.chat));
  return { ...candidate, task: parsed.task };
}
