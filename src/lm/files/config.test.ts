/** @file Checks that published config.json files are read, round trips are exact, and unsupported settings are refused. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parameterCount, parameterShapes, parseModelConfig, toHuggingFaceConfig } from './config.ts';
import { ModelFileError } from './model-file-error.ts';
import { rotaryFrequencies } from './rotary-config.ts';
import { SMOLLM2_135M as smol } from '../testing/smollm2.ts';

const qwen = {
  model_type: 'qwen2',
  vocab_size: 151936,
  hidden_size: 896,
  num_hidden_layers: 24,
  num_attention_heads: 14,
  num_key_value_heads: 2,
  intermediate_size: 4864,
  max_position_embeddings: 32768,
  rms_norm_eps: 1e-6,
  rope_theta: 1000000,
  tie_word_embeddings: true,
  eos_token_id: 151643,
  architectures: ['Qwen2ForCausalLM'],
  attention_dropout: 0,
  bos_token_id: 151643,
  hidden_act: 'silu',
  initializer_range: 0.02,
  max_window_layers: 24,
  sliding_window: 32768,
  torch_dtype: 'bfloat16',
  use_cache: true,
  use_sliding_window: false,
};

const qwen3 = {
  ...qwen,
  model_type: 'qwen3',
  hidden_size: 1024,
  head_dim: 128,
  num_hidden_layers: 28,
  num_attention_heads: 16,
  num_key_value_heads: 8,
  intermediate_size: 3072,
  max_position_embeddings: 40960,
  architectures: ['Qwen3ForCausalLM'],
  attention_bias: false,
  eos_token_id: 151645,
  max_window_layers: 28,
  rope_scaling: null,
  sliding_window: null,
};

const LLAMA3 = {
  rope_type: 'llama3',
  factor: 32,
  high_freq_factor: 4,
  low_freq_factor: 1,
  original_max_position_embeddings: 8192,
};
const YARN = { type: 'yarn', factor: 4, original_max_position_embeddings: 32768 };

it('reads published checkpoints', () => {
  expect(parseModelConfig(qwen)).toEqual({
    family: 'qwen2',
    vocabSize: 151936,
    hiddenSize: 896,
    layers: 24,
    heads: 14,
    kvHeads: 2,
    headDim: 64,
    intermediateSize: 4864,
    ropeTheta: 1e6,
    rmsNormEps: 1e-6,
    tieWordEmbeddings: true,
    qkvBias: true,
    qkNorm: false,
    maxPositions: 32768,
    bosId: 151643,
    eosIds: [151643],
  });
  expect(parseModelConfig(smol)).toMatchObject({ family: 'llama', kvHeads: 3, headDim: 64, qkvBias: false });
  const third = parseModelConfig(qwen3);
  expect(third).toMatchObject({ family: 'qwen3', headDim: 128, qkvBias: false, qkNorm: true });
  expect(parameterShapes(third).get('model.layers.27.self_attn.q_proj.weight')).toEqual([2048, 1024]);
  expect(parameterShapes(third).get('model.layers.27.self_attn.k_norm.weight')).toEqual([128]);
  const { head_dim: _, ...withoutHeadDim } = qwen3;
  expect(parseModelConfig(withoutHeadDim)).toEqual(third);
});

it('counts the parameters their authors publish', () => {
  expect(parameterCount(parseModelConfig(qwen))).toBe(494_032_768);
  expect(parameterCount(parseModelConfig(smol))).toBe(134_515_008);
  expect(parameterCount(parseModelConfig(qwen3))).toBe(596_049_920);
});

it('names the head only if it is not tied, and biases only for Qwen2', () => {
  const untied = [...parameterShapes(parseModelConfig({ ...smol, tie_word_embeddings: false })).keys()];
  expect(untied).toContain('lm_head.weight');
  expect(untied.some((name) => name.endsWith('bias'))).toBe(false);
  const tied = parameterShapes(parseModelConfig(qwen));
  expect(tied.has('lm_head.weight')).toBe(false);
  expect(tied.get('model.layers.23.self_attn.k_proj.bias')).toEqual([128]);
});

it('reads the rotary base from either field, and the scalings of Llama 3 and YaRN', () => {
  const { rope_theta, ...rest } = qwen;
  // transformers 5 writes theta into `rope_parameters`.
  const moved = parseModelConfig({ ...rest, rope_parameters: { rope_theta, rope_type: 'default' } });
  expect(moved.ropeTheta).toBe(1e6);
  const inScaling = { rope_theta: null, rope_scaling: { rope_type: 'default', rope_theta: 5e5 } };
  expect(parseModelConfig({ ...smol, ...inScaling }).ropeTheta).toBe(5e5);
  expect(parseModelConfig({ ...smol, rope_theta: 5e5, rope_scaling: LLAMA3 })).toMatchObject({
    ropeTheta: 5e5,
    ropeScaling: { type: 'llama3', factor: 32, lowFrequency: 1, highFrequency: 4, originalPositions: 8192 },
  });
  const yarn = parseModelConfig({ ...qwen, rope_scaling: YARN });
  expect(yarn.ropeScaling).toMatchObject({ type: 'yarn', attention: 0.1 * Math.log(4) + 1, betaFast: 32, betaSlow: 1 });
  // The first pair rotates at its unscaled speed, and the last pair at a quarter of its unscaled speed.
  const plain = rotaryFrequencies({ ...yarn, ropeScaling: undefined }).frequencies;
  const { frequencies } = rotaryFrequencies(yarn);
  expect(frequencies[0]).toBe(plain[0]);
  expect(frequencies.at(-1)! / plain.at(-1)!).toBeCloseTo(1 / 4, 6);
});

it('refuses each unknown setting that may change the computation, unless it is off', () => {
  const names = [
    'attn_logit_softcapping',
    'final_logit_softcapping',
    'attention_multiplier',
    'logits_scaling',
    'use_qk_norm',
    'residual_multiplier',
    'query_pre_attn_scalar',
    'partial_rotary_factor',
    'no_rope_layers',
    'num_experts',
    'use_mrope',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.oneof(fc.constant(true), fc.double({ min: 1.5, max: 9 }), fc.constant([1])),
      (name, value) => {
        expect(() => parseModelConfig({ ...smol, [name]: value })).toThrow(name);
        expect(parseModelConfig({ ...smol, [name]: null, colour: value })).toEqual(parseModelConfig(smol));
      },
    ),
  );
});

it.each<object>([
  qwen,
  qwen3,
  { ...smol, tie_word_embeddings: false, head_dim: 32, eos_token_id: [0, 7], pad_token_id: 2, bos_token_id: null },
  { ...smol, eos_token_id: null, rope_scaling: LLAMA3 },
  { ...qwen, rope_scaling: { ...YARN, attention_factor: 1.2, truncate: false } },
])('reads back what it writes: %o', (json) => {
  const config = parseModelConfig(json);
  expect(parseModelConfig(JSON.parse(JSON.stringify(toHuggingFaceConfig(config))))).toEqual(config);
});

it.each<[what: string, change: Record<string, unknown>, what: string]>([
  ['another architecture', { model_type: 'gpt2' }, 'model_type "gpt2" is not one this engine computes'],
  ['another activation', { hidden_act: 'gelu' }, 'hidden_act "gelu"'],
  ['rope scaling', { rope_scaling: { rope_type: 'llama3', factor: 8 } }, 'rope scaling "llama3"'],
  ['rope scaling, old name', { rope_scaling: { type: 'linear', factor: 2 } }, 'rope scaling "linear"'],
  ['rope scaling, new place', { rope_parameters: { rope_type: 'yarn' } }, 'rope scaling "yarn"'],
  ['a part of the rotation', { rope_scaling: { rope_type: 'default', mrope_section: [1, 2] } }, 'mrope_section'],
  ['sliding windows', { use_sliding_window: true }, 'use_sliding_window'],
  ['layers with windows', { layer_types: ['full_attention', 'sliding_attention'] }, 'layer_types'],
  ['Llama attention biases', { attention_bias: true }, 'attention_bias'],
  ['feed-forward biases', { mlp_bias: true }, 'mlp_bias'],
  ['quantised weights', { quantization_config: { bits: 4 } }, 'quantised'],
  ['heads that do not divide', { num_key_value_heads: 2 }, '9 query heads'],
  ['an odd head', { head_dim: 63 }, 'head_dim 63 is odd'],
  ['a head dimension that does not follow', { num_attention_heads: 7, num_key_value_heads: 7 }, 'hidden_size 576'],
  ['a special token outside', { eos_token_id: [0, 49152] }, 'special token id 49152'],
  ['a missing field', { hidden_size: undefined }, 'hidden_size: '],
  ['a billion layers', { num_hidden_layers: 1e9 }, 'num_hidden_layers: '],
  ['text for a number', { vocab_size: '49152' }, 'vocab_size: '],
])('refuses %s, naming it', (_, change, what) => {
  const read = () => parseModelConfig({ ...smol, ...change });
  expect(read).toThrow(ModelFileError);
  expect(read).toThrow(
    expect.objectContaining({ parameters: { file: 'config.json', what: expect.stringContaining(what) } }),
  );
});

it('never throws anything but a ModelFileError', () => {
  const fields = fc.constantFrom(...Object.keys({ ...smol, ...qwen, ...qwen3, rope_parameters: 0, layer_types: 0 }));
  const damaged = fc.dictionary(fields, fc.jsonValue(), { maxKeys: 3 }).map((change) => ({ ...smol, ...change }));
  fc.assert(
    fc.property(fc.oneof(damaged, fc.jsonValue()), (json) => {
      try {
        const config = parseModelConfig(json);
        expect(config.headDim % 2).toBe(0);
        expect(config.heads % config.kvHeads).toBe(0);
      } catch (error) {
        expect(error).toBeInstanceOf(ModelFileError);
      }
    }),
    { numRuns: 1000 },
  );
});
