/**
 * @file Makes a run whose agent is another program. Each epoch sends tasks to the program, which answers with the turns
 * of its rollouts. `coevolve` treats this agent like any other, but does not update it, because it has no weights here.
 */
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import { schemaProblems } from '../../common/schema-problems.ts';
import type { TasksWritten } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Completion, GenerateResult, Player, PolicyDescription, Prompt } from '../../policy/policy.ts';
import { endToken, type TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { ModelHost } from '../../runs/model-host.ts';
import { type Models, openModels } from '../../runs/models.ts';
import type { Session } from '../../runs/session.ts';
import { familyByName } from '../../tasks/registry.ts';
import { wordsOf } from '../../tasks/text.ts';
import { worldTask } from './world-judge.ts';

const report = z.strictObject({
  outcomes: z.array(z.strictObject({ task: z.int().min(0), turns: z.array(z.string()) })),
});

export interface Messages {
  /** Returns the next message of the program, or null when the program stops. */
  read(): Promise<unknown>;
  write(message: object): Promise<void>;
  /** Tells the program why its message was refused. The program may then send another message. */
  refuse(error: unknown): Promise<void>;
}

/** Runs epochs until the run's last epoch ends or the program stops. Drops an unfinished epoch. */
export async function serveRounds(
  session: Pick<Session, 'next' | 'settingsInForce'>,
  agent: OutsideAgent,
  messages: Messages,
): Promise<void> {
  for (let event = await session.next(); event; event = await session.next()) {
    if (event.type !== 'tasks-written') continue;
    const tasks = tasksOf(event);
    if (tasks.length === 0) continue;
    const { groupSize } = session.settingsInForce();
    await messages.write({ epoch: event.epoch, groupSize, tasks });
    const outcomes = await nextOutcomes(messages, tasks, groupSize);
    if (!outcomes) return;
    agent.report(outcomes);
  }
  await messages.write({ ended: session.settingsInForce().epochs });
}

const tasksOf = ({ texts }: TasksWritten) =>
  texts
    .filter(({ used }) => used)
    .map(({ index, family, text }) => ({ task: index, ...worldTask(familyByName(family), text) }));

async function nextOutcomes(messages: Messages, tasks: ReturnType<typeof tasksOf>, groupSize: number) {
  for (;;) {
    try {
      const message = await messages.read();
      return message === null ? null : outcomesOf(message, tasks, groupSize);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      await messages.refuse(error);
    }
  }
}

function outcomesOf(message: unknown, tasks: ReturnType<typeof tasksOf>, groupSize: number): Outcome[] {
  const parsed = report.safeParse(message);
  if (!parsed.success) {
    const [{ place, cause }] = schemaProblems(parsed.error);
    throw new CodedError('not-outcomes', { place, cause });
  }
  const { outcomes } = parsed.data;
  const unknown = outcomes.find(({ task }) => !tasks.some((one) => one.task === task));
  if (unknown) throw new CodedError('outcome-of-no-task', { task: unknown.task });
  for (const { task } of tasks) {
    const given = outcomes.filter((outcome) => outcome.task === task).length;
    if (given !== groupSize) throw new CodedError('outcomes-of-task', { task, given, groupSize });
  }
  return outcomes;
}

/** One rollout of the outside agent. */
export interface Outcome {
  /** Number of the task, as sent to the program. */
  task: number;
  turns: readonly string[];
}

/** Returns changes to the settings for an outside agent, which is neither trained nor evaluated here. */
export const outsideSettings = ({ environmentModel }: Pick<Settings, 'environmentModel'>): Partial<Settings> => ({
  whoLearns: 'environment',
  evalTasks: 0,
  // The run opens only the tokenizer of its agent's model, so the environment's model will do.
  agentModel: environmentModel,
});

const DESCRIPTION: PolicyDescription = {
  name: 'another program',
  family: '',
  parameters: 0,
  vocabularySize: 0,
  contextLength: Number.MAX_SAFE_INTEGER,
  weightsHash: '',
  runtime: 'another program',
};

async function noWeights(): Promise<never> {
  throw new CodedError('outside-agent');
}

export class OutsideAgent implements Player {
  /** Turns of the epoch's rollouts. A task number maps to a list of rollouts, and a rollout is a list of turns. */
  private turns = new Map<number, (readonly string[])[]>();
  /** Number of turns that `generate` has given out, by rollout. A key is `TASK ROLLOUT`. */
  private readonly taken = new Map<string, number>();
  private models: Models | undefined;

  /** Opens the models of a run. The tokenizer accepts any word, because the agent may write unknown ones. */
  async openModels(host: ModelHost, settings: Settings): Promise<Models> {
    const models = await openModels(
      {
        folder: (model) => host.folder(model),
        open: async (choice) => (choice.role === 'agent' ? this : host.open(choice)),
        openTeacher: (model) => host.openTeacher(model),
        openEmbedder: (model) => host.openEmbedder(model),
        machine: async () => (await host.machine?.()) ?? null,
      },
      settings,
    );
    this.models = { ...models, tokenizer: withAnyWords(models.tokenizer) };
    return this.models;
  }

  /** Takes the rollouts of an epoch, which `generate` then replays turn by turn. */
  report(outcomes: readonly Outcome[]): void {
    this.taken.clear();
    this.turns = new Map();
    for (const { task, turns } of outcomes) this.turns.set(task, [...(this.turns.get(task) ?? []), turns]);
  }

  async generate(prompts: readonly Prompt[]): Promise<GenerateResult> {
    const completions = prompts.flatMap(({ task, rollouts }) =>
      rollouts.map((rollout) => this.complete(task, rollout)),
    );
    return { completions, flops: 0 };
  }

  private complete(task: number, rollout: number): Completion {
    const key = `${task} ${rollout}`;
    const turn = this.taken.get(key) ?? 0;
    this.taken.set(key, turn + 1);
    const text = this.turns.get(task)?.[rollout]?.[turn];
    if (text === undefined) return { task, rollout, ids: [], logprobs: [], finish: 'length' };
    const { tokenizer } = this.models!;
    const ids = [...tokenizer.encode(text), endToken(tokenizer)];
    // Zeros stand for unknown log-probabilities.
    return { task, rollout, ids, logprobs: ids.map(() => 0), finish: 'stop' };
  }

  async describe() {
    return DESCRIPTION;
  }
  /** Computes rewards with the environment's model, because the agent has none here. */
  assess(...request: Parameters<Player['assess']>) {
    return this.models!.players.environment.assess(...request);
  }
  weigh(...request: Parameters<Player['weigh']>) {
    return this.models!.players.environment.weigh(...request);
  }
  async telemetry() {
    const counts = { done: 0, total: 0, gpuBytes: 0, tokensGenerated: 0, flops: 0 };
    return { activity: 'idle', ...counts } as const;
  }
  async snapshot() {
    return { weights: new Uint8Array(), optimizer: new Uint8Array() };
  }
  async restore() {}
  async dispose() {}

  readonly score = noWeights;
  readonly alternatives = noWeights;
  readonly update = noWeights;
  readonly divergence = noWeights;
  readonly hold = noWeights;
  readonly backtrack = noWeights;
  readonly restart = noWeights;
}

/** Returns a tokenizer that encodes any word. Unknown words get ids beyond the vocabulary, which no model reads. */
function withAnyWords(tokenizer: TextTokenizer): TextTokenizer {
  const beyond = 2 ** 24;
  const words: string[] = [];
  const idsOf = (text: string): number[] | null => {
    try {
      return tokenizer.encode(text);
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unknown-word') return null;
      throw error;
    }
  };
  const numberOf = (word: string) => {
    const known = words.indexOf(word);
    return beyond + (known < 0 ? words.push(word) - 1 : known);
  };
  return {
    chat: tokenizer.chat,
    endIds: tokenizer.endIds,
    encode: (text) => idsOf(text) ?? wordsOf(text).flatMap((word) => idsOf(word) ?? [numberOf(word)]),
    decode: (ids) =>
      ids.every((id) => id < beyond)
        ? tokenizer.decode(ids)
        : ids.map((id) => (id < beyond ? tokenizer.decode([id]) : words[id - beyond])).join(' '),
    tokenText: (id) => (id < beyond ? tokenizer.tokenText(id) : words[id - beyond]),
  };
}
