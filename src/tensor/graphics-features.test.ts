/**
 * @file Kernels with features that the software adapter lacks: Dawn's null backend, which has them all, compiles them and
 * computes nothing. That they give the right bits is checked on each adapter before one is chosen (autotune.ts).
 */
import { beforeAll, expect, it } from 'vitest';
import { Tape } from './tape.ts';
import type { Device } from './device.ts';
import { openNodeDevice } from './node.ts';
import { normedMatmul, normedSwiglu } from './ops/fused-matmul.ts';
import { multiply, multiplyTransposed } from './ops/matmul.ts';

let device: Device;
beforeAll(async () => {
  process.env.GENENV_DAWN_FLAGS = 'backend=null';
  device = await openNodeDevice();
});

it('asks a graphics processor for what its kernels can use, unless told not to', async () => {
  const features = ['subgroups', 'shader-f16'];
  expect(device.profile.features).toEqual(features);
  expect([...device.gpu.features]).toEqual(expect.arrayContaining(features));
  const plain = await openNodeDevice({ plain: true });
  expect(plain.profile.features).toEqual([]);
  expect(plain.gpu.features.has('shader-f16')).toBe(false);
  expect(plain.profile.products.variants).toEqual(device.profile.products.variants.slice(0, -2));
  process.env.GENENV_FEATURES = 'off';
  expect((await openNodeDevice()).profile.features).toEqual([]);
  delete process.env.GENENV_FEATURES;
});

it('compiles every variant of a product', async () => {
  const used: string[] = [];
  for (let variant = 0; variant < device.profile.products.variants.length; variant++) {
    device.matmulVariant = variant;
    for (const dtype of ['f32', 'f16'] as const) {
      const tape = new Tape(device, false);
      const [x, w, y] = [tape.allocate([8, 32]), tape.allocate([32, 64], dtype), tape.allocate([8, 64])];
      const norm = { gain: tape.allocate([32]), epsilon: 1e-5 };
      multiply(tape, x, w, y);
      multiplyTransposed(tape, w, w, tape.allocate([64, 64]), false);
      const results = [y, normedMatmul(tape, x, w, norm), normedSwiglu(tape, x, w, norm)];
      // Rejects where a kernel could not be built.
      expect(await device.readAll(results)).toHaveLength(3);
      tape.dispose();
    }
    used.push(...device.kernels().map(({ wgsl }) => wgsl));
  }
  const words = ['enable f16', 'vec4<f16>', 'enable subgroups', 'subgroupShuffle'];
  for (const word of words) expect(used.some((wgsl) => wgsl.includes(word))).toBe(true);
});
