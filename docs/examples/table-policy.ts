/**
 * @file A policy of one's own, as small as one can be: the logits of a token are a row for the token before it plus a row
 * for the prompt's token at its place. It learns by plain gradient descent on what the loop hands it.
 */
import {
  assess,
  type Completion,
  type GenerateResult,
  type LoopPlayer,
  type PolicyDescription,
  type Prompt,
  type RandomKey,
  RandomStream,
  type Sequence,
  type UpdateRequest,
  type UpdateStats,
  weigh,
} from 'genenv-playground';

type Sampling = Parameters<LoopPlayer['generate']>[1];

/** x · ln(x / y), which is 0 at 0. */
const information = (x: number, y: number): number => (x === 0 ? 0 : x * Math.log(x / y));

const softmax = (logits: readonly number[]): number[] => {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
};

export class TablePolicy implements LoopPlayer {
  /** [2 · words, words]: rows for the token before, then rows for the prompt's token. */
  private table: Float64Array;
  private initial: Float64Array;
  private held = new Float64Array();
  private readonly name: string;
  private readonly words: number;

  /** @param never ids that it never writes at first */
  constructor(name: string, words: number, never: readonly number[] = []) {
    this.name = name;
    this.words = words;
    this.table = new Float64Array(2 * words * words);
    for (let row = 0; row < words; row++) for (const id of never) this.table[row * words + id] = -20;
    this.initial = this.table.slice();
  }

  async describe(): Promise<PolicyDescription> {
    return {
      name: this.name,
      family: 'table',
      parameters: this.table.length,
      vocabularySize: this.words,
      contextLength: 1024,
      weightsHash: '',
      runtime: 'example',
    };
  }

  async generate(prompts: readonly Prompt[], sampling: Sampling, key: RandomKey): Promise<GenerateResult> {
    const completions = prompts.flatMap((prompt) =>
      prompt.rollouts.map((rollout) => this.complete(prompt, rollout, sampling, key)),
    );
    return { completions, flops: 0 };
  }

  async update({ sequences, objective, optimizer }: UpdateRequest): Promise<UpdateStats> {
    const gradient = new Float64Array(this.table.length);
    let [tokens, kl, entropy, loss] = [0, 0, 0, 0];
    for (const { prompt, completion, mask, advantage, weight } of sequences) {
      // GRPO: the advantage; reward-weighted regression: the weight.
      const scale = objective.kind === 'grpo' ? (advantage ?? 0) : objective.kind === 'rwr' ? (weight ?? 0) : 1;
      completion.forEach((id, t) => {
        if (mask?.[t] === 0) return;
        const p = this.probabilities(this.table, prompt, completion, t);
        const q = this.probabilities(this.initial, prompt, completion, t);
        tokens++;
        loss -= scale * Math.log(p[id]);
        p.forEach((each, word) => {
          entropy -= information(each, 1);
          kl += information(each, q[word]);
          for (const row of this.rows(prompt, completion, t))
            gradient[row * this.words + word] += scale * (each - (word === id ? 1 : 0));
        });
      });
    }
    const count = Math.max(1, tokens);
    for (let i = 0; i < gradient.length; i++)
      this.table[i] -= (optimizer.learningRate * gradient[i]) / sequences.length;
    return {
      loss: loss / count,
      gradNorm: Math.hypot(...gradient) / sequences.length,
      klPerToken: kl / count,
      klPerSequence: kl / Math.max(1, sequences.length),
      entropy: entropy / count,
      clipFraction: 0,
      meanRatio: 1,
      tokens,
      flops: 0,
    };
  }

  async divergence(sequences: readonly Sequence[]): Promise<{ perSequence: number[]; flops: number }> {
    const perSequence = sequences.map(({ prompt, completion }) =>
      completion.reduce((total, _, t) => {
        const q = this.probabilities(this.initial, prompt, completion, t);
        const p = this.probabilities(this.table, prompt, completion, t);
        return total + p.reduce((sum, each, word) => sum + information(each, q[word]), 0);
      }, 0),
    );
    return { perSequence, flops: 0 };
  }

  score: LoopPlayer['score'] = async (sequences, weights) => {
    const table = weights === 'initial' ? this.initial : this.table;
    const scored = sequences.map(({ prompt, completion }) => {
      const rows = completion.map((_, t) => this.probabilities(table, prompt, completion, t));
      return {
        logprobs: rows.map((row, t) => Math.log(row[completion[t]])),
        entropy: rows.map((row) => -row.reduce((sum, each) => sum + information(each, 1), 0)),
      };
    });
    return { scored, flops: 0 };
  };

  async hold(): Promise<void> {
    this.held = this.table.slice();
  }

  async backtrack(fraction: number): Promise<void> {
    this.table = this.table.map((value, i) => this.held[i] + fraction * (value - this.held[i]));
  }

  async restart(): Promise<void> {
    this.initial = this.table.slice();
  }

  assess: LoopPlayer['assess'] = async (request) => assess(request);
  weigh: LoopPlayer['weigh'] = async (request) => weigh(request);

  private complete(prompt: Prompt, rollout: number, { maxNewTokens, stopIds }: Sampling, key: RandomKey): Completion {
    const random = new RandomStream(key.seed, key.stream, key.epoch, prompt.task, rollout);
    const ids: number[] = [];
    const logprobs: number[] = [];
    while (ids.length < maxNewTokens) {
      const p = this.probabilities(this.table, prompt.ids, ids, ids.length);
      let rest = random.next();
      const id = Math.max(
        0,
        p.findIndex((each) => (rest -= each) < 0),
      );
      ids.push(id);
      logprobs.push(Math.log(p[id]));
      if (stopIds.includes(id)) return { task: prompt.task, rollout, ids, logprobs, finish: 'stop' };
    }
    return { task: prompt.task, rollout, ids, logprobs, finish: 'length' };
  }

  private rows(prompt: readonly number[], completion: readonly number[], t: number): [number, number] {
    const before = t > 0 ? completion[t - 1] : prompt[prompt.length - 1];
    // The prompt begins with the tag of its family; beyond its end stands its last token.
    return [before, this.words + prompt[Math.min(1 + t, prompt.length - 1)]];
  }

  private probabilities(
    table: Float64Array,
    prompt: readonly number[],
    completion: readonly number[],
    t: number,
  ): number[] {
    const [before, asked] = this.rows(prompt, completion, t);
    return softmax(
      Array.from(
        { length: this.words },
        (_, word) => table[before * this.words + word] + table[asked * this.words + word],
      ),
    );
  }
}
