/**
 * @file The arm soar, self-optimisation via asymmetric RL (Sundaram et al. 2026, arXiv 2601.18778): as genenv, but the
 * environment is paid what the agent gains. Its tasks of an epoch are divided into data sets X_k. The agent learns from each
 * set alone, from the same weights; success on probes Q before and after is the reward of every task of the set:
 *
 *   R(X_k) = Acc(π_k, Q) − Acc(π, Q),   π_k: the agent π after its update on X_k;   A_k = R(X_k) − mean of the others' R
 *
 * From the paper, read in a summary of it by others: the formula, greedy success, 64 probes drawn anew each time from data
 * for training, students that go back to where they were, RLOO's advantage A_k. Our choice: four sets.
 *
 * What differs: a set is a quarter of the epoch (64 tasks there), and a student takes this epoch's own update on rollouts
 * that are there already (10 steps on new ones there). The agent then learns from all tasks, as in genenv; there it stays as it
 * was until gains are above a threshold. The environment learns by the regression, which cannot make a text less likely: it
 * learns from sets with A_k > 0, weights exp(λ·R). Probes are base data of the run, so never texts kept for evaluation, at
 * all levels, not only those that are never solved. One student a set, no mean over several.
 *
 * Probe rollouts, up to five times 64 an epoch, and the updates that are undone are in the cost of the run; a sweep's budget
 * of rollouts counts the probes, so that this arm has fewer epochs in it.
 */
import { meanOrZero } from '../../common/mean.ts';
import { randomKey } from '../../random/streams.ts';
import { addCosts, noCost } from '../cost.ts';
import { measuredCurriculum } from '../environment-curricula.ts';
import type { Settings } from '../settings/settings.ts';
import { agentReward } from '../stages/agent-reward.ts';
import type { Payment } from '../stages/payments.ts';
import { rollOut } from '../stages/roll-out.ts';
import { updateAgent } from '../stages/update-agent.ts';
import type { Arm, PaymentRequest } from './arm.ts';
import { baseSet } from './parts/base-tasks.ts';
import { drawFrom } from './parts/draws.ts';
import { knownTask, numbered } from './parts/known-tasks.ts';
import { baseTaskCount } from './parts/mixture.ts';
import { newTasks } from './parts/new-tasks.ts';

const DATA_SETS = 4;
const PROBES = 64;

/** The environment's tasks in order, divided as equally as possible; no set is empty. */
export function dataSets<Task extends { source: string }>(tasks: readonly Task[]): Task[][] {
  const own = tasks.filter(({ source }) => source === 'environment');
  const sets = Math.min(DATA_SETS, own.length);
  const from = (set: number) => Math.floor((set * own.length) / sets);
  return Array.from({ length: sets }, (_, set) => own.slice(from(set), from(set + 1)));
}

/** Tasks of the base data on which gains of this epoch are measured. */
export function probesOf(request: Pick<PaymentRequest, 'settings' | 'families' | 'tokenizer' | 'epoch'>) {
  const data = baseSet(request.families, request.settings);
  const drawn = drawFrom(data, Math.min(PROBES, data.length), request, 'soarProbes');
  return numbered(drawn.map((task) => knownTask(request, { ...task, source: 'base' }))).candidates;
}

async function pay(request: PaymentRequest) {
  const { settings, families, tokenizer, epoch, agent, contextLength, tasks } = request;
  const sets = dataSets(tasks);
  const probes = sets.length > 0 ? probesOf(request) : [];
  let cost = noCost();
  /** Probes that the agent as it is solves by its likeliest answer. */
  const solved = async (): Promise<number> => {
    const { rollouts, tokens, flops } = await rollOut({
      agent,
      tokenizer,
      tasks: probes,
      rolloutsPerTask: 1,
      temperature: 0,
      settings,
      contextLength,
      // Greedy answers draw no random number.
      key: randomKey(settings.seed, 'rollouts', epoch),
    });
    cost = addCosts(cost, { ...noCost(), agentTokens: tokens, agentFlops: flops, agentRollouts: rollouts.length });
    return rollouts.filter(({ turns, finish }, i) => {
      const { world, task } = probes[i];
      return agentReward(world, task, turns, finish, settings.successThreshold).success;
    }).length;
  };

  const before = await solved();
  await agent.hold();
  const after: number[] = [];
  for (const set of sets) {
    const parties = { agent, tokenizer, settings, epoch, families };
    const { steps } = await updateAgent({ ...parties, tasks: set, learned: set, old: [] });
    cost.agentFlops += steps.reduce((sum, { flops }) => sum + flops, 0);
    after.push(await solved());
    await agent.backtrack(0);
  }

  const gainOf = (solvedAfter: number) => (solvedAfter - before) / probes.length;
  const mean = meanOrZero(after.map(gainOf));
  // A gain is above the mean of the other sets where it is above the mean of all; counts are exact.
  const total = after.reduce((sum, one) => sum + one, 0);
  const payments = new Map<number, Payment>();
  sets.forEach((set, k) => {
    const kept = after[k] * sets.length > total;
    const code = kept ? 'gain-above-mean' : 'gain-not-above-mean';
    const reason = { code, before, after: after[k], probes: probes.length, mean } as const;
    for (const { index } of set) payments.set(index, { reward: gainOf(after[k]), kept, reason });
  });
  return { payments, cost };
}

/** The probes before, and after each set. */
function moreRollouts(settings: Pick<Settings, 'tasksPerEpoch' | 'baseShare' | 'basePool'>): number {
  const sets = Math.min(DATA_SETS, settings.tasksPerEpoch - baseTaskCount(settings));
  return sets === 0 ? 0 : (1 + sets) * Math.min(PROBES, settings.basePool);
}

export const soar: Arm = {
  curriculum: measuredCurriculum,
  environmentLearns: true,
  moreRollouts,
  tasks: newTasks,
  pay,
};
