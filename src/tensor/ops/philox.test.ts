import { expect, it } from 'vitest';
import { philox, unitInterval } from '../../random/random-stream.ts';
import { defineKernel } from '../kernel.ts';
import { openTestDevice } from '../testing/check-op.ts';
import { philoxFunctions } from './philox.ts';

it('draws the random numbers of the host', async () => {
  const device = await openTestDevice();
  const kernel = defineKernel({
    label: 'philox test',
    storage: { words: 'write u32', units: 'write f32' },
    uniforms: { seed: 'u32' },
    body: `${philoxFunctions}
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) workgroup: vec3u) {
  let block = philox(vec4u(workgroup.x, 0xffffffffu, 3u, 4u), vec2u(u.seed, 6u));
  for (var i = 0u; i < 4u; i++) {
    words[workgroup.x * 4u + i] = block[i];
    units[workgroup.x * 4u + i] = unitInterval(block[i]);
  }
}`,
  });
  const words = device.allocate([40], 'u32');
  const units = device.allocate([40]);
  device.run(kernel, { words, units }, { seed: 0xdeadbeef }, [10]);
  const expected = Array.from({ length: 10 }, (_, i) => philox([i, 0xffffffff, 3, 4], [0xdeadbeef, 6])).flat();
  expect([...new Uint32Array((await device.read(words)).buffer)]).toEqual(expected);
  expect([...(await device.read(units))]).toEqual(expected.map(unitInterval));
  device.destroy();
});
