/**
 * @file Samples from and trains a checkpoint in a Python process, with a LoRA adapter of PEFT
 * (python/genenv/learner.py). The class has the interface of our engine, so that warm-up can use either.
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
  /** Folder of the checkpoint, or its GGUF file. */
  path: string;
  lora: LoraConfig;
  /** Seed of the initial adapter. */
  seed: number;
  optimizer: Omit<OptimizerSettings, 'learningRate'>;
  /** Python program to start, such as `python3`. */
  python: string;
}

/** Number of sequences that are sampled together, and number of tokens per pass during training. */
const AT_ONCE = { sequences: 64, tokens: 4096 };
/** Number of lines of stderr to keep. The last lines say why Python ended. */
const LAST_LINES = 40;
/** Floating-point operations per weight and token. */
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
    // Ignore errors when writing to a process that has ended, because `#ended` reports why it ended.
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

  /**
   * Starts Python and opens the checkpoint.
   * @throws CodedError `no-python`, `python-package`, or `python-ended` with the last line of Python's stderr
   */
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

  /** Samples completions. Equal keys and prompts give equal texts, but not the texts that our engine gives. */
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

  /** Takes a regression step with sequence weights 1. Measures divergence only if `objective.klWeight` is not 0. */
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

  /** Saves adapter, optimizer and `state` in the subfolder `name`. Then deletes the other saves in `folder`. */
  save = (folder: string, name: string, state: string): Promise<object> => this.#ask('save', { folder, name, state });

  load = (folder: string): Promise<object> => this.#ask('load', { folder });

  /** Writes the configuration and the f32 weights of the checkpoint, with the adapter merged. */
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
