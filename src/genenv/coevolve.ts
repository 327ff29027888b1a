/**
 * @file GenEnv, Algorithm 1 (arXiv 2512.19682), as a generator: each event is one stage, and pulling the next one is
 * what makes it happen. Stepping is pulling, pausing is not pulling; nothing here knows about time.
 *
 * Departures from the paper, all of them settings: p̂ may be taken per task, beginnings of tasks are drawn (the seed
 * anchor), and GRPO replays tasks rather than traces. Arms (arms.ts) differ in where tasks come from and in what the environment learns.
 *
 * Every random number is named by seed, use, epoch and index, so a run that is continued from weights, pools and state
 * of a finished epoch gives the very events it would have given.
 */
import type { Family } from '../tasks/family.ts';
import { arms } from './sources/arms.ts';
import { noCost } from './cost.ts';
import { chooseTasks } from './sources/choose-tasks.ts';
import { environmentPairs, filterTasks } from './stages/filter-tasks.ts';
import { summariseEpoch } from './stages/summarise-epoch.ts';
import { evaluate, evaluationSets } from './stages/evaluate.ts';
import type { RolledOut, RunEvent, RunStarted, RunState, TasksWritten } from './events.ts';
import { writeFixedTasks } from './sources/fixed-tasks.ts';
import { attemptsOf } from './sources/level-replay.ts';
import { nextLevels } from './sources/level-rule.ts';
import type { Policy } from '../policy/policy.ts';
import { addToPools, growPools, type Pools } from './pools.ts';
import { randomKey } from '../random/streams.ts';
import { rollOut } from './stages/roll-out.ts';
import { groupsOf, recentSuccess, scoreRollouts } from './stages/score-rollouts.ts';
import type { Settings } from './settings/settings.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { updateAgent } from './stages/update-agent.ts';
import { updateEnvironment } from './stages/update-environment.ts';

export interface Players {
  agent: Policy;
  environment: Policy;
}

export interface CoevolveOptions {
  /** The families named in the settings. */
  families: readonly Family[];
  /** Of both models: they start from the same family. */
  tokenizer: TextTokenizer;
  /** The frozen model that writes the tasks of the arm offline. */
  teacher?: Policy;
  /** State of the last finished epoch, to go on after it: policies and pools must be as they were then. */
  resume?: RunState | null;
}

const INITIAL_SUCCESS = 0.5;

/**
 * @param settings read anew at every stage: whoever changes them in between also records that in the log
 * @param pools in memory; filled as the run goes
 */
export async function* coevolve(
  settings: Readonly<Settings>,
  players: Players,
  pools: Pools,
  { families, tokenizer, teacher, resume }: CoevolveOptions,
): AsyncGenerator<RunEvent, void, void> {
  const { agent, environment } = players;
  const { contextLength } = await agent.describe();
  const evaluationSet = evaluationSets(families);
  const evaluation = () => evaluate(agent, tokenizer, evaluationSet(settings).tasks, settings, contextLength);
  const refuse = (text: string) =>
    evaluationSet(settings).texts.has(text) ? 'This text is one of the evaluation tasks.' : '';

  let state: RunState = resume ?? {
    epoch: 0,
    recentSuccess: Object.fromEntries(families.map(({ name }) => [name, INITIAL_SUCCESS])),
  };

  if (!resume) {
    const made = await writeFixedTasks({ settings, families, tokenizer, environment, teacher, state, refuse });
    const started: RunStarted = {
      type: 'run-started',
      version: 1,
      settings: structuredClone(settings),
      agent: await agent.describe(),
      environment: await environment.describe(),
      heldOut: await evaluation(),
      fixedTasks: made.tasks,
      cost: { ...noCost(), environmentTokens: made.tokens, environmentFlops: made.flops },
    };
    addToPools(pools, started);
    yield started;
  }

  while (state.epoch < settings.epochs) {
    const epoch = state.epoch + 1;
    const cost = noCost();

    // 1. π_env writes a batch of tasks T_t …
    const written = await chooseTasks({ settings, families, tokenizer, environment, pools, epoch, state, refuse });
    cost.environmentTokens += written.tokens;
    cost.environmentFlops += written.flops;
    const tasks = written.candidates.filter(({ text }) => text.used);
    const tasksWritten: TasksWritten = {
      type: 'tasks-written',
      epoch,
      recentSuccess: state.recentSuccess,
      texts: written.candidates.map(({ text }) => text),
    };
    yield tasksWritten;

    // … and π_agent attempts each G times.
    const attempts = await rollOut({
      agent,
      tokenizer,
      tasks,
      rolloutsPerTask: settings.groupSize,
      temperature: settings.agentTemperature,
      settings,
      contextLength,
      key: randomKey(settings.seed, 'rollouts', epoch),
    });
    cost.agentTokens += attempts.tokens;
    cost.agentFlops += attempts.flops;
    cost.agentRollouts += attempts.rollouts.length;
    const rolledOut: RolledOut = { type: 'rolled-out', epoch, rollouts: attempts.rollouts };
    yield rolledOut;

    // 2. R_agent and group advantages; p̂ = k/n; R_env(p̂) = exp(−β (p̂ − α)²), or as the arm has it.
    const scored = scoreRollouts(settings, epoch, tasks, attempts.rollouts);
    yield scored;

    // D̃_env: the task batches with |p̂ − α| ≤ k_min, with weights exp(λ·R_env).
    const filtered = filterTasks(settings, epoch, tasks, scored);
    yield filtered;

    // 3. π_agent learns by GRPO on the traces …
    const groups = groupsOf(tasks, attempts.rollouts, scored, tokenizer);
    const agentUpdated = await updateAgent(agent, settings, epoch, groups, families);
    cost.agentFlops += agentUpdated.steps.reduce((sum, { flops }) => sum + flops, 0);
    yield agentUpdated;

    // … and π_env by reward-weighted regression on D_env ∪ D̃_env.
    const pairs = environmentPairs(epoch, tasks, scored, filtered);
    const environmentUpdated = await updateEnvironment(environment, settings, epoch, pools, pairs, tasks);
    cost.environmentFlops += environmentUpdated.flops;
    yield environmentUpdated.event;

    // 4. D_train ← D_train ∪ Valid(traces); D_env ← D_env ∪ D̃_env.
    const poolsUpdated = growPools(pools, epoch, tasks, attempts.rollouts, scored, pairs);
    if (arms[settings.arm].replaysByScore) poolsUpdated.attempts = attemptsOf(tasks, scored);
    addToPools(pools, poolsUpdated);
    yield poolsUpdated;

    const levels = nextLevels(state, families, tasks, scored);
    state = {
      epoch,
      recentSuccess: recentSuccess(settings, state, tasks, scored),
      ...(arms[settings.arm].tasks === 'level-rule' ? { levels } : {}),
    };
    const due = epoch % settings.evalEvery === 0 || epoch >= settings.epochs;
    const heldOut = due ? await evaluation() : null;
    yield summariseEpoch({ families, tokenizer, tasksWritten, rolledOut, scored, filtered, heldOut, cost, state });
  }
}
