/**
 * @file Runs GenEnv, Algorithm 1 (arXiv 2512.19682), as a generator with one event per stage. Pulling an event runs the
 * next stage, so a caller pauses the run by not pulling.
 *
 * Most choices that the paper leaves open are settings. The arm (sources/) decides where tasks come from and what the
 * environment learns. The loop is the same for every arm.
 *
 * Seed, purpose, epoch and index determine every random number. So a run that continues from the weights, pools and
 * state of a finished epoch gives the same events.
 */
import type { LoopPlayer, Player } from '../policy/policy.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { randomKey } from '../random/streams.ts';
import { type Family, promptForm, UNKNOWN_SUCCESS } from '../tasks/family.ts';
import {
  type AnswerSimilarity,
  countsByFamily,
  filterTasks,
  recentSuccess,
  scoreRollouts,
} from './stages/score-rollouts.ts';
import { joinEvents, noCost } from './log/epoch-events.ts';
import { withEpochAlpha } from './epoch-settings.ts';
import {
  EVENT_VERSION,
  type RolledOut,
  type RunEvent,
  type RunStarted,
  type RunState,
  type TasksWritten,
} from './log/events.ts';
import { addToPools, growPools, type Pools } from './pools.ts';
import type { TaskReason } from './log/reasons.ts';
import type { Settings } from './settings/settings-table.ts';
import type { Teacher } from './sources/arm.ts';
import { arms, armStateOf } from './sources/arms.ts';
import { drawHistory } from './sources/history.ts';
import { evaluate, evaluationTasksOf } from './stages/evaluate.ts';
import { type AttemptedTask, textOf } from './stages/inspect-task.ts';
import { environmentPairs, updateEnvironment } from './stages/update-environment.ts';
import { rollOut } from './stages/roll-out.ts';
import { summariseEpoch } from './stages/summarise-epoch.ts';
import { updateAgent } from './stages/update-agent.ts';
import { startWith } from './start-levels.ts';

export interface Players {
  agent: Player;
  environment: Player;
}

export interface CoevolveOptions {
  families: readonly Family[];
  /** Both models use this tokenizer. */
  tokenizer: TextTokenizer;
  /** Writer of the tasks in the arm `offline`, which requires it. */
  teacher?: Teacher;
  /** Similarity of free-form answers, required if the setting `softReward` is `embedding`. */
  similarity?: AnswerSimilarity;
  /** State of the last finished epoch, to which the caller must restore policies and pools. Default: a new run. */
  resume?: RunState | null;
}

/** Returns the state before the first epoch, when the agent's success is unknown. */
export const initialState = (families: readonly Pick<Family, 'name'>[]): RunState => ({
  epoch: 0,
  recentSuccess: Object.fromEntries(families.map(({ name }) => [name, UNKNOWN_SUCCESS])),
});

/**
 * Yields one event per stage. `next(settings)` changes the settings from the next stage on, and the caller must record
 * the change in the log. The arm and the families must stay the same.
 * @param chosen settings of the first stage
 * @param pools filled by the loop, except `train`, to which the caller adds each finished epoch's entries of D_train
 */
export async function* coevolve(
  chosen: Settings,
  players: Readonly<Record<keyof Players, LoopPlayer>>,
  pools: Pools,
  { families, tokenizer, teacher, similarity, resume }: CoevolveOptions,
): AsyncGenerator<RunEvent, void, Settings | undefined> {
  const { agent, environment } = players;
  let settings = chosen;
  const arm = arms[settings.arm];
  const { contextLength } = await agent.describe();
  const evaluationTasks = evaluationTasksOf(families, settings, promptForm(tokenizer.chat));
  const evaluation = () => evaluate(agent, tokenizer, evaluationTasks, settings, contextLength);
  const evaluationTexts = new Set(evaluationTasks.map(({ text }) => text));
  const refuse = (text: string): TaskReason | null => (evaluationTexts.has(text) ? { code: 'evaluation-task' } : null);

  let state: RunState = resume ?? initialState(families);
  let armState = armStateOf(settings.arm, resume ?? null);
  // α may depend on `state`, which changes only between epochs. So all stages of an epoch have the same α.
  const ofNextStage = (sent: Settings | undefined): Settings => {
    chosen = sent ?? chosen;
    return withEpochAlpha(chosen, state.recentSuccess);
  };

  if (!resume) {
    const request = { settings, families, tokenizer, environment, teacher, state, refuse };
    const begun = await startWith(request, UNKNOWN_SUCCESS);
    const prepared = (await arm.prepare?.(request)) ?? { tasks: [], tokens: 0, flops: 0 };
    const started: RunStarted = {
      type: 'run-started',
      version: EVENT_VERSION,
      settings: structuredClone(settings),
      agent: await agent.describe(),
      environment: await environment.describe(),
      heldOut: await evaluation(),
      fixedTasks: prepared.tasks,
      ...(begun && { start: begun.start }),
      cost: {
        ...noCost(),
        environmentTokens: prepared.tokens,
        environmentFlops: prepared.flops + (begun?.flops ?? 0),
      },
    };
    addToPools(pools, started);
    chosen = (yield started) ?? chosen;
  }

  settings = ofNextStage(chosen);
  while (state.epoch < settings.epochs) {
    const epoch = state.epoch + 1;
    const cost = noCost();

    // 1. Draw old tasks from D_train. Then π_env writes a batch of tasks T_t, or the arm takes tasks from elsewhere.
    const history = await drawHistory({ settings, epoch }, pools.train);
    const asked = { settings, families, tokenizer, environment, pools, history, epoch, state, refuse };
    const written = await arm.tasks(asked, armState);
    cost.environmentTokens += written.tokens;
    cost.environmentFlops += written.flops;
    const tasks = written.candidates.filter(({ used }) => used);
    const tasksWritten: TasksWritten = {
      type: 'tasks-written',
      epoch,
      recentSuccess: state.recentSuccess,
      texts: written.candidates.map(textOf),
    };
    settings = ofNextStage(yield tasksWritten);

    // Then π_agent attempts each task G times.
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
    settings = ofNextStage(yield rolledOut);

    // 2. Compute R_agent, the group advantages, p̂ = k/n, and R_env(p̂) = exp(−β (p̂ − α)²) or the arm's own reward.
    const { rollouts } = attempts;
    const request = { agent, environment, settings, similarity, curriculum: arm, epoch, tasks, rollouts };
    const { scored, assessed } = await scoreRollouts(request);
    settings = ofNextStage(yield scored);

    // D̃_env keeps tasks with |p̂ − α| ≤ k_min, or those that the arm's own rule keeps, with weights exp(λ·R_env).
    const filtered = await filterTasks({ environment, settings, curriculum: arm, epoch, assessed });
    settings = ofNextStage(yield filtered);

    // 3. π_agent learns by GRPO on the epoch's rollouts.
    const attempted = joinEvents(tasks, rolledOut, scored, filtered) as AttemptedTask[];
    const learned = arm.learnedGroups(settings, attempted);
    const parties = { agent, tokenizer, settings, epoch, families };
    const agentUpdated = await updateAgent({ ...parties, tasks: attempted, learned });
    cost.agentFlops += agentUpdated.steps.reduce((sum, { flops }) => sum + flops, 0);
    settings = ofNextStage(yield agentUpdated);

    // Then π_env learns by reward-weighted regression on D_env ∪ D̃_env.
    const pairs = environmentPairs(epoch, attempted);
    const environmentUpdated = await updateEnvironment({
      environment,
      settings,
      learns: arm.environment === 'learns',
      epoch,
      pools,
      pairs,
      tasks,
    });
    cost.environmentFlops += environmentUpdated.flops;
    settings = ofNextStage(yield environmentUpdated.event);

    // 4. D_train ← D_train ∪ Valid(traces); D_env ← D_env ∪ D̃_env.
    const poolsUpdated = growPools(pools, epoch, attempted, pairs);
    addToPools(pools, poolsUpdated);
    settings = ofNextStage(yield poolsUpdated);

    const counts = countsByFamily(families, attempted);
    armState = arm.state?.after(armState, { families, tasks: attempted });
    const carried = arm.state && { armState };
    state = { epoch, recentSuccess: recentSuccess(settings, state, counts), ...carried };
    const due = epoch % settings.evalEvery === 0 || epoch >= settings.epochs;
    const heldOut = due ? await evaluation() : null;
    const parts = { families, tokenizer, tasksWritten, rolledOut, scored, counts, filtered };
    settings = ofNextStage(yield summariseEpoch({ ...parts, heldOut, cost, state }));
  }
}
