/**
 * @file A checkpoint that a Python process runs: PEFT's LoRA adapter over transformers (python/genenv/learner.py). It samples
 * and learns by cross-entropy as our own engine does, so what prepares a model asks either.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CodedError } from '../../common/coded-error.ts';
import { VERSION } from '../../common/program.ts';
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import type {
  Completion,
  GenerateResult,
  Learner,
  OptimizerSettings,
  PolicyDescription,
  Prompt,
  SamplingSettings,
  UpdateRequest,
  UpdateStats,
} from '../../policy/policy.ts';
import type { RandomKey } from '../../random/streams.ts';

interface PythonCheckpoint {
  /** The folder of the checkpoint, or its GGUF file. */
  path: string;
  lora: LoraConfig;
  /** The adapter at the start follows from it. */
  seed: number;
  optimizer: Omit<OptimizerSettings, 'learningRate'>;
  /** The program, `python3`. */
  python: string;
}

/** Sequences of some hundred tokens that decode together, and tokens that go through the model at once while it learns. */
const AT_ONCE = { sequences: 64, tokens: 4096 };
/** Lines of its errors that are kept, the last of which says why it ended. */
const LAST_LINES = 40;
/** Operations of sampling a token and of learning from one, a weight. */
const FLOPS = { sampling: 2, learning: 4 };

const otherPackage = (python: string, found: string | null) =>
  new CodedError('python-package', { python, found, needed: VERSION });

type Opened = Pick<PolicyDescription, 'parameters' | 'contextLength'> & { trainable: number };

export class PythonLearner implements Pick<Learner, 'describe' | 'generate' | 'update' | 'dispose'> {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string, undefined>;
  readonly #ended: Promise<CodedError>;
  #opened: Opened = { parameters: 0, trainable: 0, contextLength: 0 };

  private constructor(private readonly from: PythonCheckpoint) {
    const child = spawn(from.python, ['-m', 'genenv.serve']);
    this.#process = child;
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let said: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => (said = [...said, line].slice(-LAST_LINES)));
    // A process that has ended takes no input; that it ended is what is said.
    child.stdin.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      child.on('error', ({ message }) => resolve(new CodedError('no-python', { python: from.python, cause: message })));
      child.on('close', (code, signal) => {
        const cause = (signal === null && said.findLast((line) => line.trim() !== '')?.trim()) || '';
        if (/No module named '?genenv/.test(cause)) resolve(otherPackage(from.python, null));
        resolve(new CodedError('python-ended', { how: signal ?? `status ${code}`, cause }));
      });
    });
  }

  /** @throws CodedError `no-python`, `python-package`, or `python-ended` with what Python said, such as a missing package */
  static async open(from: PythonCheckpoint): Promise<PythonLearner> {
    const learner = new PythonLearner(from);
    const { version } = await learner.#answer<{ version: string }>();
    if (version !== VERSION) {
      await learner.dispose();
      throw otherPackage(from.python, version);
    }
    const { path, seed, optimizer } = from;
    const { rank, alpha, targets } = from.lora;
    const lora = { r: rank, lora_alpha: alpha, target_modules: targets };
    learner.#opened = await learner.#ask('open', { path, lora, seed, optimizer });
    return learner;
  }

  async describe(): Promise<PolicyDescription> {
    const { parameters, trainable, contextLength } = this.#opened;
    const { path } = this.from;
    const described = { name: path, family: '', vocabularySize: 0, weightsHash: '', runtime: 'PEFT' };
    return { ...described, parameters, trainableParameters: trainable, contextLength };
  }

  /** The same key and prompts give the same numbers, which are not those of our engine. */
  async generate(
    prompts: readonly Prompt[],
    sampling: SamplingSettings,
    { seed, stream, epoch }: RandomKey,
  ): Promise<GenerateResult> {
    const made = await this.#ask<{ completions: Omit<Completion, 'task' | 'rollout'>[] }>('generate', {
      prompts: prompts.map(({ ids }) => ids),
      samples: prompts.map(({ rollouts }) => rollouts.length),
      seed: `${seed} ${stream} ${epoch}`,
      sampling,
      sequences: AT_ONCE.sequences,
    });
    const of = prompts.flatMap(({ task, rollouts }) => rollouts.map((rollout) => ({ task, rollout })));
    const completions = made.completions.map((one, i) => ({ ...of[i], ...one }));
    const tokens = completions.reduce((sum, { ids }) => sum + ids.length, 0);
    return { completions, flops: FLOPS.sampling * this.#opened.parameters * tokens };
  }

  /** Of the objectives it knows regression with the weight 1 for all; it measures a divergence that has a weight alone. */
  async update({ sequences, objective, optimizer }: UpdateRequest): Promise<UpdateStats> {
    if (objective.kind !== 'rwr') throw new Error(`The learner has no objective ${objective.kind}.`);
    const made = await this.#ask<Pick<UpdateStats, 'loss' | 'gradNorm' | 'tokens' | 'klPerToken'>>('update', {
      sequences: sequences.map(({ prompt, completion }) => ({ prompt, completion })),
      learning_rate: optimizer.learningRate,
      clip_norm: optimizer.clipNorm,
      tokens_at_once: AT_ONCE.tokens,
      kl_weight: objective.klWeight,
    });
    const flops = FLOPS.learning * this.#opened.parameters * made.tokens;
    return { ...made, flops, klPerSequence: 0, entropy: 0, clipFraction: 0, meanRatio: 1 };
  }

  /** Adapter, optimizer and a text to go on with, as a folder in `folder` that is whole or not there; others there go. */
  save = (folder: string, name: string, state: string): Promise<object> => this.#ask('save', { folder, name, state });

  load = (folder: string): Promise<object> => this.#ask('load', { folder });

  /** Writes the checkpoint's weights in f32 with the adapter in them, and their configuration. */
  merge = (folder: string): Promise<object> => this.#ask('merge', { folder });

  async dispose(): Promise<void> {
    this.#process.stdin.end();
    await this.#ended;
  }

  async #ask<Answer extends object>(name: string, fields: object): Promise<Answer> {
    this.#process.stdin.write(`${JSON.stringify({ do: name, ...fields })}\n`);
    return this.#answer();
  }

  async #answer<Answer extends object>(): Promise<Answer> {
    const { value, done } = await this.#answers.next();
    if (done) throw await this.#ended;
    return JSON.parse(value) as Answer;
  }
}
