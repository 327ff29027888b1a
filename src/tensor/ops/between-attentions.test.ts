/** @file Everything between two attentions against the separate ops, which are checked against references: equal to the last bit. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { layOut, ParameterSet } from '../parameters.ts';
import { profiles } from '../profile.ts';
import { Tape } from '../tape.ts';
import { KERNEL_STYLES, openDeviceOf, randomArray, sharedByTests, testProfiles } from '../testing/check-op.ts';
import { emulatedOctets } from '../testing/emulated-octets.ts';
import { betweenAttentions, fitsWorkgroup } from './between-attentions.ts';
import { matmul } from './matmul.ts';
import { rmsNorm } from './rms-norm.ts';
import { swiglu } from './swiglu.ts';

const EPSILON = 1e-5;

/** The kernels of graphics processors, and those of vectors of eight lanes where there are subgroups. */
const PROFILES = [
  { kernels: 'tiled', profile: testProfiles.tiled, most: 128 },
  ...(KERNEL_STYLES.includes('quad') ? [{ kernels: 'octet', profile: emulatedOctets, most: 192 }] : []),
];

describe.each(PROFILES)('between two attentions, $kernels', ({ profile, most }) => {
  const device = sharedByTests(() => openDeviceOf(profile));

  const parametersOf = (shapes: [string, number[]][], random: RandomStream) => {
    const parameters = new ParameterSet(device(), layOut(shapes, 2 ** 20));
    for (const [name, shape] of shapes) device().write(parameters.get(name), randomArray(random, shape));
    return parameters;
  };

  // Rows and columns beyond a tile and within it, inner sizes that no unrolled loop divides, and the widest rows.
  it.each([
    [7, 24, 20, 12, 20, false],
    [37, 16, 32, 64, 96, true],
    [33, 40, 64, 128, 36, false],
  ] as const)('has the bits of the separate ops, [%d, %d], d %d, f %d, %d columns', async (m, e, d, f, n, biased) => {
    const random = new RandomStream(8, m, d);
    const parameters = parametersOf(
      [
        ['out', [e, d]],
        ['gain', [d]],
        ['gateUp', [d, 2 * f]],
        ['down', [f, d]],
        ['nextGain', [d]],
        ['next', [d, n]],
        ['nextBias', [n]],
      ],
      random,
    );
    const [out, gain, gateUp, down, nextGain, next, nextBias] = [...parameters.names].map((name) =>
      parameters.get(name),
    );
    const tape = new Tape(device(), false);
    const [attended, x] = [e, d].map((columns) => tape.upload(randomArray(random, [m, columns]), [m, columns]));
    const bias = biased ? nextBias : undefined;
    const weights = { segment: parameters.segments[0], out, gain, gateUp, down, epsilon: EPSILON };
    const fused = betweenAttentions(tape, attended, x, {
      ...weights,
      next: { gain: nextGain, matrix: next, bias },
    });
    const last = betweenAttentions(tape, attended, x, weights);
    const h = matmul(tape, attended, out, { residual: x });
    const gated = swiglu(tape, matmul(tape, rmsNorm(tape, h, gain, EPSILON), gateUp));
    const hidden = matmul(tape, gated, down, { residual: h });
    const product = matmul(tape, rmsNorm(tape, hidden, nextGain, EPSILON), next, { bias });
    const [fusedHidden, fusedProduct, lastHidden, separateHidden, separateProduct] = await device().readAll([
      ...[fused.hidden, fused.product, last.hidden, hidden, product],
    ]);
    expect(fusedHidden).toEqual(separateHidden);
    expect(fusedProduct).toEqual(separateProduct);
    expect(lastHidden).toEqual(separateHidden);
    tape.dispose();
    parameters.dispose();
  });

  it('is refused where rows are too long, or the weights are not in one buffer', () => {
    expect(fitsWorkgroup(device(), 64, most)).toBe(true);
    expect(fitsWorkgroup(device(), 64, most + 4)).toBe(false);
    expect(fitsWorkgroup({ limits: device().limits, profile: profiles.quad }, 64, 128)).toBe(false);
    const tape = new Tape(device(), false);
    const weights = (d: number, f: number) => ({
      segment: tape.allocate([4]),
      out: tape.allocate([d, d]),
      gain: tape.allocate([d]),
      gateUp: tape.allocate([d, 2 * f]),
      down: tape.allocate([f, d]),
      epsilon: EPSILON,
    });
    const run = (d: number, f: number) =>
      betweenAttentions(tape, tape.allocate([1, d]), tape.allocate([1, d]), weights(d, f));
    expect(() => run(128, most)).toThrow('too long');
    expect(() => run(8, 8)).toThrow('one buffer');
    tape.dispose();
  });
});
