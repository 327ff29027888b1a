/** @file Checks that a model in f16 or q4 gives the same bits as an f32 model with the rounded weights. */
import { describe, expect, it } from 'vitest';
import { packHalves, roundedToFourBits, unpackHalves } from '../tensor/packed-numbers.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import type { WeightArray } from './files/safetensors.ts';
import { initialWeights } from './initialize.ts';
import { smallConfig } from './testing/small-model.ts';
import { CausalLM } from './transformer.ts';

const config = { ...smallConfig, hiddenSize: 64, headDim: 16, intermediateSize: 96, tieWordEmbeddings: false };
const halves = ({ shape, data }: WeightArray) => ({ shape, data: unpackHalves(packHalves(data), data.length) });
const fourBits = ({ shape, data }: WeightArray) => ({ shape, data: roundedToFourBits(data, shape[0], shape[1]) });
const ROUNDED = {
  f16: { layers: halves, tables: halves },
  q4: { layers: fourBits, tables: halves },
};

describe.each(['f16', 'q4'] as const)('weights in %s', (precision) => {
  const device = testDevice();
  const { layers, tables } = ROUNDED[precision];
  const rounded = new Map(
    [...initialWeights(config, 3)].map(([name, weight]) => {
      const round = name.startsWith('model.layers.') ? layers : tables;
      return [name, weight.shape.length === 1 ? weight : round(weight)];
    }),
  );

  it('are read back as they compute, and stay when they are rounded again', async () => {
    for (const weights of [initialWeights(config, 3), rounded]) {
      const model = CausalLM.create(device(), config, weights, precision);
      expect(await model.readWeights()).toEqual(rounded);
      model.dispose();
    }
  });

  it('give the logits of these numbers in f32', async () => {
    const logits = async (model: CausalLM) => {
      const last = await model.lastLogits([[3, 4, 5, 6], [7]]);
      model.dispose();
      return last;
    };
    const packed = await logits(CausalLM.create(device(), config, initialWeights(config, 3), precision));
    expect(packed).toEqual(await logits(CausalLM.create(device(), config, rounded)));
    expect(packed).not.toEqual(await logits(CausalLM.create(device(), config, initialWeights(config, 3))));
  });
});

it('refuses sizes that do not divide into blocks of 4-bit weights', () => {
  const device = {} as Parameters<typeof CausalLM.allocate>[0];
  expect(() => CausalLM.allocate(device, { ...config, hiddenSize: 48 }, 'q4')).toThrow('size-beyond-q4');
  expect(() => CausalLM.allocate(device, { ...config, kvHeads: 1, headDim: 8, heads: 8 }, 'q4')).toThrow('kvHeads');
});
