/** @file Types the parts of webgpu-llm that the benchmark uses and that its own types leave open. */
declare module 'webgpu-llm/llm' {
  export class LLMEngine {
    /** @throws Error on an adapter without shader-f16, timestamp queries or subgroups of 32 threads */
    init(): Promise<this>;
    readonly device: GPUDevice;
  }

  export class Model {
    constructor(engine: LLMEngine, settings: Readonly<Record<string, string | number>>);
    /** Offsets in the single buffer of all weights count elements, not bytes. Exists after `allocate`. */
    paramLayout: { entries: readonly { label: string; offset: number }[] };
    _megaW: GPUBuffer;
    allocate(): void;
    _refreshF16Weights(): void;
    allocActivations(): void;
    allocBackward(): void;
    forwardLoss(tokens: Uint32Array, targets: Uint32Array, documentStarts: Uint32Array): Promise<number>;
    backward(tokens: Uint32Array, accumulate: boolean): Promise<void>;
    step(optimizer: Readonly<Record<string, number>>, windows: number): Promise<void>;
  }
}
