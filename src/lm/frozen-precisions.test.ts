/** @file Checks that a model in f16 gives the same bits as an f32 model with the rounded weights. */
import { describe, expect, it } from 'vitest';
import { packHalves, unpackHalves } from '../tensor/packed-numbers.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import type { WeightArray } from './files/safetensors.ts';
import { initialWeights } from './initialize.ts';
import { smallConfig } from './testing/small-model.ts';
import { CausalLM } from './transformer.ts';

const config = { ...smallConfig, hiddenSize: 64, headDim: 16, intermediateSize: 96, tieWordEmbeddings: false };
const halves = ({ shape, data }: WeightArray) => ({ shape, data: unpackHalves(packHalves(data), data.length) });

describe('weights in f16', () => {
  const device = testDevice();
  const rounded = new Map(
    [...initialWeights(config, 3)].map(([name, weight]) => [name, weight.shape.length === 1 ? weight : halves(weight)]),
  );

  it('are read back as the rounded numbers, which do not change when rounded again', async () => {
    for (const weights of [initialWeights(config, 3), rounded]) {
      const model = CausalLM.create(device(), config, weights, 'f16');
      expect(await model.readWeights()).toEqual(rounded);
      model.dispose();
    }
  });

  it('give the same logits as the rounded numbers in f32', async () => {
    const logits = async (model: CausalLM) => {
      const last = await model.lastLogits([[3, 4, 5, 6], [7]]);
      model.dispose();
      return last;
    };
    const packed = await logits(CausalLM.create(device(), config, initialWeights(config, 3), 'f16'));
    expect(packed).toEqual(await logits(CausalLM.create(device(), config, rounded)));
    expect(packed).not.toEqual(await logits(CausalLM.create(device(), config, initialWeights(config, 3))));
  });
});
