/**
 * @file Computes an elementwise op that is given as WGSL expressions, so that a method's file states its loss as an
 * equation. One dispatch computes the value and the derivatives. The VJP multiplies the derivatives by the upstream
 * gradient.
 */
import { memoised } from '../../common/once.ts';
import type { Device } from '../device.ts';
import { defineKernel, eachThread, type Kernel, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

const kernel = defineKernel({
  label: 'add product',
  storage: { gradient: 'read f32', derivative: 'read f32', out: 'write f32' },
  uniforms: { size: 'u32', scalarGradient: 'u32', hasDerivative: 'u32', add: 'u32' },
  body: `${eachThread('i', 'u.size')}
  var value = gradient[select(i, 0u, u.scalarGradient != 0u)];
  if (u.hasDerivative != 0u) { value *= derivative[i]; }
  if (u.add != 0u) { value += out[i]; }
  out[i] = value;
}`,
});

/**
 * Writes gradient · derivative into `out`, or adds the product to `out` if `add` is true.
 * @param gradient same size as `out`, or one element for all
 * @param derivative same size as `out`; default: 1
 */
export function addProduct(
  device: Device,
  gradient: Tensor,
  derivative: Tensor | undefined,
  out: Tensor,
  add: boolean,
): void {
  device.run(
    kernel,
    { gradient, derivative, out },
    {
      size: out.size,
      scalarGradient: Number(gradient.size === 1),
      hasDerivative: Number(derivative !== undefined),
      add: Number(add),
    },
    linearGrid(out.size),
  );
}

interface MapSpec<I extends string, C extends string, S extends string> {
  label: string;
  /** Differentiable operands, all of one shape. */
  inputs: Record<I, Tensor>;
  /** Operands without a gradient, of the same shape. */
  constants?: Record<C, Tensor>;
  /** Numbers that the expressions use. Changing them does not recompile the kernel. */
  scalars?: Record<S, number>;
  /** WGSL functions that the expressions may call. */
  functions?: string;
  /** WGSL expression of one output element. The names of `inputs`, `constants` and `scalars` are f32 variables. */
  forward: string;
  /** WGSL expressions of ∂output/∂input, for every input that may need a gradient. */
  gradients?: Partial<Record<I, string>>;
}

/** Derivatives start at multiples of this many elements (256 bytes), as storage bindings require. */
const ALIGNMENT = 64;

/** Computes an elementwise op. @returns a tensor of the operands' shape */
export function map<I extends string, C extends string = never, S extends string = never>(
  tape: Tape,
  spec: MapSpec<I, C, S>,
): Tensor {
  const inputs = Object.entries<Tensor>(spec.inputs);
  const constants = Object.entries<Tensor>(spec.constants ?? {});
  const scalars: Record<string, number> = spec.scalars ?? {};
  const { shape, size } = inputs[0][1];
  for (const [name, operand] of [...inputs, ...constants])
    if (operand.size !== size)
      throw new RangeError(`map "${spec.label}": ${name} has ${operand.size} elements, the first operand ${size}.`);

  // Value and derivatives share one buffer, because a kernel may bind only a few buffers.
  const derivatives = Object.entries<string | undefined>(spec.gradients ?? {}).filter(([, expression]) => expression);
  const stride = Math.ceil(size / ALIGNMENT) * ALIGNMENT;
  const out = tape.allocate([1 + derivatives.length, stride]);
  const operands = [...inputs, ...constants];
  const expressions = [spec.forward, ...derivatives.map(([, expression]) => expression!)];
  tape.device.run(
    mapKernel(
      spec.label,
      operands.map(([name]) => name),
      Object.keys(scalars),
      spec.functions ?? '',
      expressions,
    ),
    { ...Object.fromEntries(operands.map(([name, tensor]) => [`${name}_`, tensor])), out_: out },
    { size_: size, stride_: stride, ...scalars },
    linearGrid(size),
  );
  const value = out.view(shape);
  return tape.record(
    inputs.map(([, tensor]) => tensor),
    value,
    (gradient) =>
      inputs.forEach(([name, input]) => {
        const index = derivatives.findIndex(([of]) => of === name);
        if (index < 0) {
          if (tape.needs(input)) throw new Error(`map "${spec.label}" gives no gradient for its input ${name}.`);
          return;
        }
        const derivative = out.view(shape, (1 + index) * stride);
        tape.contribute(input, (target, add) => addProduct(tape.device, gradient, derivative, target, add));
      }),
  );
}

const mapKernel = memoised(
  (label: string, operands: string[], scalars: string[], functions: string, expressions: string[]): Kernel =>
    defineKernel<string, string>({
      label: `map ${label}`,
      storage: { ...Object.fromEntries(operands.map((name) => [`${name}_`, 'read f32'])), out_: 'write f32' },
      uniforms: { size_: 'u32', stride_: 'u32', ...Object.fromEntries(scalars.map((name) => [name, 'f32'])) },
      body: `${functions}${eachThread('i_', 'u.size_')}
  ${operands.map((name) => `let ${name} = ${name}_[i_];`).join('\n')}
  ${scalars.map((name) => `let ${name} = u.${name};`).join('\n')}
  ${expressions.map((expression, o) => `out_[${o}u * u.stride_ + i_] = ${expression};`).join('\n')}
}`,
    }),
);
