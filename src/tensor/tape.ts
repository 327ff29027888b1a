/**
 * @file Differentiates in reverse mode (Griewank & Walther, "Evaluating Derivatives", 2008). Ops record what they
 * computed, and `backward` runs their vector-Jacobian products (VJPs) in reverse order.
 *
 * A tape also owns the scratch memory of one step. `dispose` gives all memory that the tape allocated back to the pool.
 */
import type { Device } from './device.ts';
import type { DType, Tensor } from './tensor.ts';

/** Writes a gradient into `target`, or adds it there if `add` is true. */
type GradientWriter = (target: Tensor, add: boolean) => void;

interface TapeNode {
  output: Tensor;
  vjp: (gradient: Tensor) => void;
}

export class Tape {
  private nodes: TapeNode[] = [];
  private readonly scratch = new Set<Tensor>();
  /** Tensors allocated since the innermost `scoped` began. */
  private fresh: Tensor[] = [];
  /** Set inside `forget`: tells whether `compute` has read a tensor that needs a gradient. */
  private forgetting: { differentiable: boolean } | undefined;
  private readonly gradients = new Map<Tensor, Tensor>();
  /** Tensors that the gradients of leaves are written to. */
  private readonly targets = new Map<Tensor, Tensor>();
  private readonly differentiable = new Set<Tensor>();

  /** Creates a tape. @param recording if false, ops only compute, and there is no backward pass */
  constructor(
    readonly device: Device,
    readonly recording = true,
  ) {}

  /** Returns a tensor with undefined contents that lives until `dispose`. */
  allocate(shape: readonly number[], dtype: DType = 'f32'): Tensor {
    return this.own(this.device.allocate(shape, dtype));
  }

  /** Uploads data that lives until `dispose`. */
  upload(data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>, shape?: readonly number[], dtype?: DType): Tensor {
    return this.own(this.device.upload(data, shape, dtype));
  }

  /**
   * Declares a leaf to differentiate with respect to.
   * @param target receives the leaf's gradient in `backward`; default: scratch memory, see `gradient`
   * @param accumulate if true, adds to the contents of `target` instead of overwriting them
   */
  watch(leaf: Tensor, target?: Tensor, accumulate = false): void {
    if (!this.recording) return;
    this.differentiable.add(leaf);
    if (target) (accumulate ? this.gradients : this.targets).set(leaf, target);
  }

  /** Returns true if the tensor is a watched leaf or depends on one. */
  needs(tensor: Tensor): boolean {
    return this.differentiable.has(tensor);
  }

  /**
   * Records an op if any input needs a gradient. Returns `output`.
   * @param vjp receives the gradient of the loss with respect to `output`, and may overwrite it
   */
  record(inputs: readonly Tensor[], output: Tensor, vjp: (gradient: Tensor) => void): Tensor {
    if (this.recordsFor(inputs)) this.recordOutput(output, vjp);
    return output;
  }

  /** Records an op whose input is known to need a gradient. */
  recordOutput(output: Tensor, vjp: (gradient: Tensor) => void): void {
    this.differentiable.add(output);
    this.nodes.push({ output, vjp });
  }

  /**
   * Records an op with several outputs, which are views of one tensor.
   * @param vjp receives the gradient of the loss with respect to `whole`; it is zero outside the views used
   */
  recordViews(
    inputs: readonly Tensor[],
    whole: Tensor,
    views: readonly { view: Tensor; start: number }[],
    vjp: (gradient: Tensor) => void,
  ): void {
    if (!this.recordsFor(inputs)) return;
    const gradient = this.allocate(whole.shape);
    this.device.clear(gradient);
    this.gradients.set(whole, gradient);
    for (const { view, start } of views) this.watch(view, gradient.view(view.shape, start));
    this.nodes.push({
      output: whole,
      vjp: (wholeGradient) => {
        // All ops that use the views have added to the whole gradient, which now goes to `vjp`.
        for (const { view } of views) {
          this.targets.delete(view);
          this.gradients.delete(view);
        }
        vjp(wholeGradient);
      },
    });
  }

  /** Adds to the gradient of an input, inside a VJP. `write` overwrites or adds, as its second argument says. */
  contribute(input: Tensor, write: GradientWriter): void {
    if (!this.needs(input)) return;
    const existing = this.gradients.get(input);
    if (existing) return write(existing, true);
    const target = this.targets.get(input) ?? this.allocate(input.shape);
    this.gradients.set(input, target);
    write(target, false);
  }

  /**
   * Makes the output's gradient the gradient of an input without a copy, as a residual connection needs. Call it as the
   * last step of a VJP. The input must not have a gradient yet. Later ops add to the gradient in place.
   */
  passOn(input: Tensor, gradient: Tensor): void {
    if (!this.needs(input)) return;
    if (this.gradients.has(input) || this.targets.has(input))
      throw new Error('A gradient can be passed on only as the first contribution to a tensor that is not a leaf.');
    this.gradients.set(input, gradient);
  }

  /**
   * Runs the VJPs of all recorded ops. After each VJP, its scratch memory and gradients no longer needed go back to the
   * pool.
   * @param loss a tensor of one element
   */
  backward(loss: Tensor): void {
    if (loss.size !== 1) throw new RangeError(`A loss has one element, not ${loss.size}.`);
    this.gradients.set(loss, this.upload(Float32Array.of(1)));
    this.pullBack();
    for (const [leaf, target] of this.targets) if (!this.gradients.has(leaf)) this.device.clear(target);
  }

  /**
   * Runs `compute` without recording it. The scratch memory of `compute` goes back to the pool, except for the result.
   * @returns `differentiable`: true if `compute` read a tensor that needs a gradient
   */
  forget(compute: () => Tensor): { result: Tensor; differentiable: boolean } {
    const outer = this.forgetting;
    const inner = { differentiable: false };
    this.forgetting = inner;
    const result = this.scoped(compute, (made) => [made]);
    this.forgetting = outer;
    if (outer && inner.differentiable) outer.differentiable = true;
    return { result, differentiable: inner.differentiable };
  }

  /**
   * Records `compute`, which repeats the forward pass of a checkpointed part, and runs the recorded VJPs. Call it
   * inside a VJP. Gradients have the same terms in the same order as if `compute` had been recorded in the forward
   * pass.
   * @param gradient gradient of the loss with respect to the output of `compute`; may be overwritten
   */
  replay(compute: () => Tensor, gradient: Tensor): void {
    const outer = this.nodes;
    this.nodes = [];
    this.gradients.set(compute(), gradient);
    this.pullBack();
    this.nodes = outer;
  }

  /** Returns the gradient of a watched leaf, after `backward`. */
  gradient(leaf: Tensor): Tensor {
    const gradient = this.gradients.get(leaf);
    if (!gradient) throw new Error('No gradient: the tensor is not watched, or the loss does not depend on it.');
    return gradient;
  }

  /** Gives all scratch memory back. Tensors made through this tape must not be used afterwards. */
  dispose(): void {
    for (const tensor of this.scratch) this.device.release(tensor);
    this.scratch.clear();
    this.fresh = [];
    this.nodes = [];
    this.gradients.clear();
    this.targets.clear();
    this.differentiable.clear();
  }

  private own(tensor: Tensor): Tensor {
    this.scratch.add(tensor);
    this.fresh.push(tensor);
    return tensor;
  }

  /** Returns true if an op on these inputs is recorded. */
  private recordsFor(inputs: readonly Tensor[]): boolean {
    if (!this.recording || !inputs.some((input) => this.needs(input))) return false;
    if (this.forgetting) this.forgetting.differentiable = true;
    return !this.forgetting;
  }

  /** Runs the VJPs of all recorded nodes in reverse order, and forgets the nodes. */
  private pullBack(): void {
    for (const { output, vjp } of this.nodes.reverse()) {
      const gradient = this.gradients.get(output);
      if (!gradient) continue;
      this.scoped(
        () => {
          // The gradient counts as allocated here, so that it is released after the VJP unless another gradient shares
          // its buffer.
          if (this.scratch.has(gradient)) this.fresh.push(gradient);
          vjp(gradient);
          this.gradients.delete(output);
        },
        () => this.gradients.values(),
      );
    }
    this.nodes = [];
  }

  /**
   * Runs `work` and gives the scratch memory that it allocated back to the pool.
   * @param kept returns the tensors that stay, or views of them
   */
  private scoped<T>(work: () => T, kept: (result: T) => Iterable<Tensor>): T {
    const outer = this.fresh;
    this.fresh = [];
    const result = work();
    const staying = new Set(Array.from(kept(result), ({ buffer }) => buffer));
    for (const tensor of this.fresh)
      if (staying.has(tensor.buffer)) outer.push(tensor);
      else if (this.scratch.delete(tensor)) this.device.release(tensor);
    this.fresh = outer;
    return result;
  }
}

/**
 * Checkpoints a part of a computation (Chen et al., "Training Deep Nets with Sublinear Memory Cost", 2016). Only the
 * inputs and the output of the part stay in memory. The backward pass computes the part again. If the tape does not
 * record, a checkpoint only gives back the memory of intermediate tensors.
 *
 * The same kernels run on the same numbers in the same order, so gradients have the same bits as without a checkpoint.
 * @param compute computes the part on this tape; called again in the backward pass
 */
export function checkpoint(tape: Tape, compute: () => Tensor): Tensor {
  const { result, differentiable } = tape.forget(compute);
  if (differentiable) tape.recordOutput(result, (gradient) => tape.replay(compute, gradient));
  return result;
}
