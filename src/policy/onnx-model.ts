/** @file Samples and scores with a frozen language model on transformers.js and ONNX Runtime (src/onnx). */
import type { ModelFiles } from '../lm/files/model-files.ts';
import type { Sequence } from '../objectives/objective.ts';
import { likeliest, OnnxCausalLM, score } from '../onnx/causal-lm.ts';
import { parseOnnxName } from '../onnx/choose-graph.ts';
import { generate } from '../onnx/generate.ts';
import type { Transformers } from '../onnx/transformers.ts';
import type { RandomKey } from '../random/streams.ts';
import { ModelProgress } from './model-progress.ts';
import type {
  GenerateResult,
  LikelyToken,
  PolicyDescription,
  PolicyTelemetry,
  Prompt,
  Sampler,
  SamplingSettings,
  ScoredSequence,
  WeightsVersion,
} from './policy.ts';
import { asSampled } from './predict.ts';

export class OnnxModel implements Sampler {
  private readonly progress = new ModelProgress();

  /** Makes a sampler of an opened model. @param name the model's name in the settings; default: its folder */
  constructor(
    private readonly model: OnnxCausalLM,
    private readonly name = model.name,
  ) {}

  async describe(): Promise<PolicyDescription> {
    const { family, parameters, vocabSize, maxPositions, weightsHash, runtime } = this.model;
    return {
      name: this.name,
      family,
      parameters,
      vocabularySize: vocabSize,
      contextLength: maxPositions,
      weightsHash,
      runtime,
    };
  }

  generate(prompts: readonly Prompt[], sampling: SamplingSettings, key: RandomKey): Promise<GenerateResult> {
    const rollouts = prompts.reduce((sum, prompt) => sum + prompt.rollouts.length, 0);
    return this.progress.exclusively('generating', rollouts * sampling.maxNewTokens, async () => {
      const completions = await generate(
        this.model,
        prompts,
        sampling,
        key,
        (decoded) => (this.progress.done = decoded),
      );
      const written = completions.reduce((sum, { ids }) => sum + ids.length, 0);
      this.progress.tokensGenerated += written;
      // The model never reads the last token of a completion.
      const read = prompts.reduce((sum, { ids }) => sum + ids.length, 0) + written - completions.length;
      return { completions, flops: this.count(read) };
    });
  }

  score(
    sequences: readonly Sequence[],
    _weights: WeightsVersion,
    temperature: number,
  ): Promise<{ scored: ScoredSequence[]; flops: number }> {
    return this.progress.exclusively('scoring', sequences.length, async () => {
      const scored: ScoredSequence[] = [];
      let read = 0;
      for (const { prompt, completion, mask } of sequences) {
        const scores = await score(this.model, prompt, completion, asSampled(temperature));
        const masked = (values: readonly number[]) => values.map((value, t) => (mask?.[t] === 0 ? 0 : value));
        scored.push({ logprobs: masked(scores.logprobs), entropy: masked(scores.entropy) });
        read += prompt.length + completion.length - 1;
        this.progress.done = scored.length;
      }
      return { scored, flops: this.count(read) };
    });
  }

  alternatives(
    sequences: readonly Sequence[],
    _weights: WeightsVersion,
    temperature: number,
    count: number,
  ): Promise<LikelyToken[][][]> {
    return this.progress.exclusively('scoring', sequences.length, async () => {
      const alternatives: LikelyToken[][][] = [];
      for (const { prompt, completion, mask } of sequences) {
        const found = await likeliest(this.model, prompt, completion, asSampled(temperature), count);
        alternatives.push(found.map((tokens, t) => (mask?.[t] === 0 ? [] : tokens)));
        this.progress.done = alternatives.length;
      }
      return alternatives;
    });
  }

  async telemetry(): Promise<PolicyTelemetry> {
    // ONNX Runtime does not report its GPU memory.
    return { ...this.progress.report, gpuBytes: 0 };
  }

  async dispose(): Promise<void> {
    await this.model.dispose();
  }

  /**
   * Counts two operations per parameter and token (Kaplan et al., arXiv 2001.08361, section 2.1). Attention is left
   * out, because an ONNX graph does not state the width of attention.
   */
  private count(tokens: number): number {
    const flops = 2 * this.model.parameters * tokens;
    this.progress.flops += flops;
    return flops;
  }
}

/** Opens a model. @param name a folder, or the path of a graph in it, e.g. `FOLDER/onnx/model_q4.onnx` */
export async function openOnnxModel(transformers: Transformers, name: string, files: ModelFiles): Promise<OnnxModel> {
  return new OnnxModel(await OnnxCausalLM.open(transformers, files, parseOnnxName(name).graph), name);
}
