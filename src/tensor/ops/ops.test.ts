import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdamW } from '../adamw.ts';
import { adamWReference } from '../adamw.reference.ts';
import type { Device } from '../device.ts';
import { layOut, ParameterSet } from '../parameters.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { checkOp, FAMILIES, openTestDevice, randomArray, relativeError } from '../testing/check-op.ts';
import { attention, type AttentionIndex } from './attention.ts';
import { attentionReference } from './attention.reference.ts';
import { embedding } from './embedding.ts';
import { logProbabilities, logProbabilitiesBackward, outputStride } from './log-probabilities.ts';
import { divergenceReference, entropyReference, logSoftmaxReference } from './log-probabilities.reference.ts';
import { map } from './map.ts';
import { matmul, multiply } from './matmul.ts';
import { matmulReference } from './matmul.reference.ts';
import { rmsNorm } from './rms-norm.ts';
import { rmsNormReference } from './rms-norm.reference.ts';
import { rotationTable } from './rotary.ts';
import { sum } from './sum.ts';
import { swiglu } from './swiglu.ts';
import { swigluReference } from './swiglu.reference.ts';

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);

describe.each(FAMILIES)('ops with %s kernels', (family) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(family);
  });
  afterAll(() => device.destroy());

  it.each([
    [1, 4, 4],
    [19, 12, 20],
    [5, 64, 36],
  ])('matmul [%i, %i] · [.., %i] with bias and residual', async (m, k, n) => {
    await checkOp(device, {
      inputs: { x: [m, k], w: [k, n], bias: [n], residual: [m, n] },
      op: (tape, { x, w, bias, residual }) => matmul(tape, x, w, { bias, residual }),
      reference: ({ x, w, bias, residual }) => matmulReference(x, w, [m, k, n], { bias, residual }),
    });
  });

  it('matmul adds up long sums of a weight gradient in splits', async () => {
    const [m, k, n] = [1100, 8, 12];
    const random = new RandomStream(5, 5);
    const [x, w, dy] = [
      [m, k],
      [k, n],
      [m, n],
    ].map((shape) => randomArray(random, shape));
    const tape = new Tape(device);
    const weight = tape.upload(w, [k, n]);
    tape.watch(weight);
    const y = matmul(tape, tape.upload(x, [m, k]), weight);
    const weighted = map(tape, {
      label: 'weighted',
      inputs: { y },
      constants: { weight: tape.upload(dy, [m, n]) },
      forward: 'y * weight',
      gradients: { y: 'weight' },
    });
    tape.backward(sum(tape, weighted));
    const actual = await device.read(tape.gradient(weight));
    tape.dispose();
    const xT = Float64Array.from({ length: m * k }, (_, i) => x[(i % m) * k + Math.floor(i / m)]);
    expect(relativeError(actual, matmulReference(xT, Float64Array.from(dy), [k, m, n]))).toBeLessThan(1e-5);
  });

  it('rmsNorm of all rows', async () => {
    await checkOp(device, {
      inputs: { x: [7, 12], gain: [12] },
      op: (tape, { x, gain }) => rmsNorm(tape, x, gain, 1e-5),
      reference: ({ x, gain }) => rmsNormReference(x, gain, 1e-5, range(0, 7)),
    });
  });

  it('rmsNorm of chosen rows', async () => {
    const none = 0xffffffff;
    await checkOp(device, {
      inputs: { x: [6, 8], gain: [8] },
      op: (tape, { x, gain }) =>
        rmsNorm(tape, x, gain, 1e-5, {
          rows: tape.upload(Uint32Array.of(1, 2, 5)),
          inverse: tape.upload(Uint32Array.of(none, 0, 1, none, none, 2)),
        }),
      reference: ({ x, gain }) => rmsNormReference(x, gain, 1e-5, [1, 2, 5]),
    });
  });

  it('swiglu', async () => {
    await checkOp(device, {
      inputs: { x: [5, 24] },
      op: (tape, { x }) => swiglu(tape, x),
      reference: ({ x }) => swigluReference(x, 12),
    });
  });

  it('embedding', async () => {
    const tokens = Uint32Array.of(3, 0, 3, 6, 3);
    await checkOp(device, {
      inputs: { table: [4, 8] },
      op: (tape, { table }) => embedding(tape, table, tokens),
      reference: ({ table }) =>
        Float64Array.from([...tokens].flatMap((token) => range(0, 4).map((c) => table[c * 8 + token]))),
    });
  });

  // Two groups: a prompt of 5 with completions of 3 and 6, and a plain sequence of 2.
  const attended = (token: number) =>
    token < 5
      ? range(0, token + 1)
      : token < 8
        ? [...range(0, 5), ...range(5, token + 1)]
        : token < 14
          ? [...range(0, 5), ...range(8, token + 1)]
          : range(14, token + 1);
  const attentionIndex = (tape: Tape, headDim: number): AttentionIndex => ({
    places: tape.upload(
      Uint32Array.from(range(0, 16).flatMap((token) => [attended(token).length - 1, token])),
      [16, 2],
    ),
    tiles: tape.upload(
      Uint32Array.of(
        ...[0, 4, 14, 0, 0, 0, 0, 0],
        ...[4, 1, 14, 4, 0, 0, 0, 0],
        ...[5, 3, 8, 5, 0, 5, 5, 0],
        ...[8, 4, 14, 5, 0, 5, 8, 0],
        ...[12, 2, 14, 9, 0, 5, 8, 0],
        ...[14, 2, 16, 0, 14, 14, 14, 0],
      ),
      [6, 8],
    ),
    rotations: tape.upload(rotationTable(16, headDim, 100)),
  });
  it.each([
    { heads: 4, kvHeads: 2, headDim: 8 },
    { heads: 2, kvHeads: 2, headDim: 32 },
    // The tiled kernel of this width takes half a minute to compile on a software adapter, which never runs it.
    ...(family === 'quad' ? [{ heads: 1, kvHeads: 1, headDim: 128 }] : []),
  ])('attention over packed groups, $heads heads on $kvHeads, $headDim wide', async (heads) => {
    await checkOp(device, {
      inputs: { qkv: [16, (heads.heads + 2 * heads.kvHeads) * heads.headDim] },
      op: (tape, { qkv }) => attention(tape, qkv, heads, attentionIndex(tape, heads.headDim)),
      reference: ({ qkv }) => attentionReference(qkv, 16, heads, 100, attended),
      tolerance: 2e-5,
    });
  });

  it('log-probabilities, entropy and KL divergence, with several predictions in a row', async () => {
    const [rows, vocabulary, width, temperature] = [3, 21, 24, 0.7];
    const random = new RandomStream(7, 7);
    const logits = randomArray(random, [rows, width]);
    const reference = randomArray(random, [rows, width]);
    const targets = [4, 20, 4, 0];
    const rowOf = [0, 2, 0, 1];
    const stride = outputStride(targets.length);
    const upstream = randomArray(random, [3, stride]);
    const tape = new Tape(device, false);
    const args = {
      logits: tape.upload(logits, [rows, width]),
      reference: tape.upload(reference, [rows, width]),
      firstRow: 0,
      vocabulary,
      temperature,
      outputs: tape.allocate([3, stride]),
      statistics: tape.allocate([rows, 4]),
      index: {
        rows,
        predictions: targets.length,
        rowStarts: tape.upload(Uint32Array.of(0, 2, 3, 4)),
        byRow: tape.upload(Uint32Array.of(0, 4, 2, 4, 3, 0, 1, 20), [4, 2]),
      },
    };
    logProbabilities(tape, args);
    const outputs = await device.read(args.outputs);
    logProbabilitiesBackward(tape, args, tape.upload(upstream, [3, stride]));
    const gradient = await device.read(args.logits);
    tape.dispose();

    const row = (of: ArrayLike<number>, r: number) => Array.from(of).slice(r * width, r * width + vocabulary);
    const outputsAt = (values: ArrayLike<number>) =>
      targets.flatMap((target, m) => {
        const logP = logSoftmaxReference(row(values, rowOf[m]), temperature);
        const logQ = logSoftmaxReference(row(reference, rowOf[m]), temperature);
        return [logP[target], entropyReference(logP), divergenceReference(logP, logQ)];
      });
    const ordered = targets.flatMap((_, m) => [outputs[m], outputs[stride + m], outputs[2 * stride + m]]);
    expect(relativeError(ordered, outputsAt(logits))).toBeLessThan(1e-5);
    const loss = (values: ArrayLike<number>) =>
      outputsAt(values).reduce((total, value, i) => total + value * upstream[(i % 3) * stride + Math.floor(i / 3)], 0);
    const point = Float64Array.from(logits);
    const expected = point.map((value, i) => {
      point[i] = value + 1e-5;
      const above = loss(point);
      point[i] = value - 1e-5;
      const below = loss(point);
      point[i] = value;
      return (above - below) / 2e-5;
    });
    expect(relativeError(gradient, expected)).toBeLessThan(1e-4);
  });

  it('map and sum: an expression with its derivative, over more elements than one stage adds up', async () => {
    await checkOp(device, {
      inputs: { a: [40], b: [40] },
      op: (tape, { a, b }) =>
        map(tape, {
          label: 'product',
          inputs: { a, b },
          scalars: { factor: 3 },
          functions: 'fn square(x: f32) -> f32 { return x * x; }',
          forward: 'factor * square(a) * b',
          gradients: { a: 'factor * 2.0 * a * b', b: 'factor * square(a)' },
        }),
      reference: ({ a, b }) => a.map((value, i) => 3 * value * value * b[i]),
    });
    const tape = new Tape(device, false);
    const values = Float32Array.from({ length: 70_000 }, (_, i) => (i % 7) - 2);
    expect((await device.read(sum(tape, tape.upload(values))))[0]).toBe(values.reduce((a, b) => a + b, 0));
    tape.dispose();
  });

  it('AdamW with clipping, weight decay and several segments', async () => {
    const sizes = [
      ['a', [70]],
      ['b', [3, 5]],
    ] as const;
    const parameters = new ParameterSet(device, layOut(sizes, 512));
    const gradients = new ParameterSet(device, parameters.layout);
    expect(parameters.segments.length).toBe(2);
    const random = new RandomStream(9, 9);
    const start = sizes.map(([, shape]) => randomArray(random, shape));
    sizes.forEach(([name], i) => device.write(parameters.get(name), start[i]));
    const flat = (arrays: Float32Array[]) => arrays.flatMap((array) => [...array]);
    const expected = { step: 0, parameter: flat(start), mean: Array(85).fill(0), square: Array(85).fill(0) };
    const optimizer = new AdamW(parameters);
    const settings = { learningRate: 0.01, beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0.1, clipNorm: 2 };
    for (let step = 0; step < 3; step++) {
      const g = sizes.map(([, shape]) => randomArray(random, shape));
      sizes.forEach(([name], i) => device.write(gradients.get(name), g[i]));
      const norm = optimizer.step(gradients, settings);
      const expectedNorm = adamWReference(expected, flat(g), settings);
      expect((await device.read(norm))[0]).toBeCloseTo(expectedNorm, 4);
    }
    const actual = await device.readAll(sizes.map(([name]) => parameters.get(name)));
    expect(relativeError(flat(actual), expected.parameter)).toBeLessThan(1e-6);
    const moments = await device.readAll(sizes.map(([name]) => optimizer.state.square.get(name)));
    expect(relativeError(flat(moments), expected.square)).toBeLessThan(1e-5);
  });
});

describe('the two families', () => {
  it('multiply to the same bits: every output adds up its products in the same order', async () => {
    const results = [];
    for (const family of FAMILIES) {
      const device = await openTestDevice(family);
      const random = new RandomStream(3, 3);
      const tape = new Tape(device, false);
      const upload = (...shape: number[]): Tensor => tape.upload(randomArray(random, shape), shape);
      const [a, b, residual, out] = [upload(37, 100), upload(100, 52), upload(37, 52), tape.allocate([37, 52])];
      multiply(tape, a, b, out, { residual });
      results.push(await device.read(out));
      device.destroy();
    }
    expect(results[0]).toEqual(results[1]);
  });
});
