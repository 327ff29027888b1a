/**
 * @file A policy that never learns: a frozen model behind the contract `Policy`. It writes and scores as every policy does,
 * so whoever calls it does not know which runtime serves it, nor in which thread; what would change its weights is refused.
 */
import { CodedError } from '../common/coded-error.ts';
import {
  assess,
  type Assessment,
  type AssessmentRequest,
  weigh,
  type Weighing,
  type WeighingRequest,
} from '../curriculum/judge.ts';
import type { Sequence } from '../objectives/objective.ts';
import { noInside } from './inspection.ts';
import type { KernelReport, Policy } from './policy.ts';

/** What a frozen model does; onnx-model.ts does it in this thread, workers/onnx in another. */
export interface FrozenModel extends Pick<
  Policy,
  'describe' | 'generate' | 'score' | 'alternatives' | 'telemetry' | 'dispose'
> {
  /** Tokens after which the model has ended, by its own configuration. */
  stopIds(): Promise<number[]>;
}

export class FrozenPolicy implements Policy {
  constructor(private readonly model: FrozenModel) {}

  describe(): ReturnType<Policy['describe']> {
    return this.model.describe();
  }

  generate(...request: Parameters<Policy['generate']>): ReturnType<Policy['generate']> {
    return this.model.generate(...request);
  }

  score(...request: Parameters<Policy['score']>): ReturnType<Policy['score']> {
    return this.model.score(...request);
  }

  alternatives(...request: Parameters<Policy['alternatives']>): ReturnType<Policy['alternatives']> {
    return this.model.alternatives(...request);
  }

  /** 0: it is what it began as. */
  async divergence(sequences: readonly Sequence[]): Promise<{ perSequence: number[]; flops: number }> {
    return { perSequence: sequences.map(() => 0), flops: 0 };
  }

  async assess(request: AssessmentRequest): Promise<Assessment> {
    return assess(request);
  }

  async weigh(request: WeighingRequest): Promise<Weighing> {
    return weigh(request);
  }

  update(): Promise<never> {
    return this.refuse();
  }

  hold(): Promise<never> {
    return this.refuse();
  }

  backtrack(): Promise<never> {
    return this.refuse();
  }

  snapshot(): Promise<never> {
    return this.refuse();
  }

  restore(): Promise<never> {
    return this.refuse();
  }

  telemetry(): ReturnType<Policy['telemetry']> {
    return this.model.telemetry();
  }

  /** None of ours. */
  async kernels(): Promise<KernelReport[]> {
    return [];
  }

  /** Its graph is the runtime's. */
  async anatomy(): Promise<null> {
    return null;
  }

  async attention(): Promise<never> {
    throw noInside((await this.model.describe()).name);
  }

  async weight(): Promise<never> {
    throw noInside((await this.model.describe()).name);
  }

  async timeKernels(): Promise<boolean> {
    return false;
  }

  dispose(): Promise<void> {
    return this.model.dispose();
  }

  private async refuse(): Promise<never> {
    const { name } = await this.model.describe();
    throw new CodedError(
      'frozen-model',
      `${name} is an ONNX model: it writes and scores, but cannot learn. Choose a folder with model.safetensors to train.`,
      { model: name },
    );
  }
}
