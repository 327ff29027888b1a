/**
 * @file Reads the rotary settings of a `config.json` and computes the frequencies. Formulas follow transformers'
 * `modeling_rope_utils.py`: `default`, `llama3` (Llama 3.1's wavelength bands) and `yarn` (arXiv 2309.00071).
 */
import { z } from 'zod';

export type RotaryScaling =
  | { type: 'llama3'; factor: number; lowFrequency: number; highFrequency: number; originalPositions: number }
  | {
      type: 'yarn';
      factor: number;
      /** Factor of all sines and cosines. */
      attention: number;
      betaFast: number;
      betaSlow: number;
      originalPositions: number;
      truncate: boolean;
    };

const positive = z.number().positive();
const common = { rope_type: z.string(), rope_theta: positive, partial_rotary_factor: z.literal(1) };
const scaled = { ...common, original_max_position_embeddings: positive };
const kinds = {
  default: z.strictObject({ ...common, factor: z.literal(1) }).partial(),
  llama3: z
    .strictObject({ ...scaled, factor: positive, low_freq_factor: positive, high_freq_factor: positive })
    .partial({ rope_theta: true, partial_rotary_factor: true, original_max_position_embeddings: true }),
  yarn: z
    .strictObject({
      ...scaled,
      factor: positive,
      attention_factor: positive,
      beta_fast: positive,
      beta_slow: positive,
      mscale: z.number(),
      mscale_all_dim: z.number(),
      truncate: z.boolean(),
    })
    .partial()
    .required({ factor: true }),
};

/** Parsed `rope_scaling` or `rope_parameters`, and related fields of config.json. */
interface RotaryFields {
  parameters: Readonly<Record<string, unknown>>;
  theta: number;
  maxPositions: number;
  /** `original_max_position_embeddings` outside `parameters`, which takes precedence over the field inside. */
  originalPositions?: number | null;
}

/** Reads the rotary settings. @param refuse throws, given a description of an unsupported setting */
export function readRotary(
  fields: RotaryFields,
  refuse: (what: string) => never,
): { theta: number; scaling?: RotaryScaling } {
  const { type, ...named } = fields.parameters;
  const kind = String(named.rope_type ?? type ?? 'default');
  if (!Object.hasOwn(kinds, kind)) refuse(`rope scaling "${kind}" is not supported, only default, llama3 and yarn are`);
  const given = Object.entries({ ...named, rope_type: kind }).filter(([, value]) => value !== null);
  const read = <T>(schema: z.ZodType<T>): T => {
    const parsed = schema.safeParse(Object.fromEntries(given));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const at = issue.code === 'unrecognized_keys' ? issue.keys[0] : String(issue.path[0]);
    return refuse(`${at} in the rope scaling "${kind}" is not supported (${issue.message})`);
  };
  const original = (own: number | undefined) => fields.originalPositions ?? own ?? fields.maxPositions;
  if (kind === 'llama3') {
    const own = read(kinds.llama3);
    const { factor, low_freq_factor: lowFrequency, high_freq_factor: highFrequency } = own;
    const originalPositions = original(own.original_max_position_embeddings);
    return {
      theta: own.rope_theta ?? fields.theta,
      scaling: { type: 'llama3', factor, lowFrequency, highFrequency, originalPositions },
    };
  }
  if (kind === 'yarn') {
    const own = read(kinds.yarn);
    const { factor, mscale, mscale_all_dim: mscaleAll } = own;
    const grown = (weight: number) => (factor <= 1 ? 1 : 0.1 * weight * Math.log(factor) + 1);
    return {
      theta: own.rope_theta ?? fields.theta,
      scaling: {
        type: 'yarn',
        factor,
        attention: own.attention_factor ?? (mscale && mscaleAll ? grown(mscale) / grown(mscaleAll) : grown(1)),
        betaFast: own.beta_fast ?? 32,
        betaSlow: own.beta_slow ?? 1,
        originalPositions: original(own.original_max_position_embeddings),
        truncate: own.truncate ?? true,
      },
    };
  }
  return { theta: read(kinds.default).rope_theta ?? fields.theta };
}

/** Returns `rope_scaling` for the config.json that we write. */
export function writtenRotary(scaling: RotaryScaling): Record<string, unknown> {
  const { factor, originalPositions: original_max_position_embeddings } = scaling;
  const common = { rope_type: scaling.type, factor, original_max_position_embeddings };
  if (scaling.type === 'llama3')
    return { ...common, low_freq_factor: scaling.lowFrequency, high_freq_factor: scaling.highFrequency };
  const { attention: attention_factor, betaFast: beta_fast, betaSlow: beta_slow, truncate } = scaling;
  return { ...common, attention_factor, beta_fast, beta_slow, truncate };
}

interface Rotary {
  headDim: number;
  ropeTheta: number;
  ropeScaling?: RotaryScaling;
}

/** Returns the frequency of each pair, [headDim / 2], rounded to f32 like PyTorch, and the factor of sines and cosines. */
export function rotaryFrequencies({ headDim, ropeTheta, ropeScaling: scaling }: Rotary): {
  frequencies: number[];
  factor: number;
} {
  const frequencies = Array.from({ length: headDim / 2 }, (_, c) =>
    Math.fround(1 / Math.fround(ropeTheta ** ((2 * c) / headDim))),
  );
  if (!scaling) return { frequencies, factor: 1 };
  const { factor, originalPositions } = scaling;
  const mixed = (extrapolated: (frequency: number, pair: number) => number) =>
    frequencies.map((frequency, pair) => {
      const share = Math.min(1, Math.max(0, extrapolated(frequency, pair)));
      return Math.fround((1 - share) * (frequency / factor) + share * frequency);
    });
  if (scaling.type === 'llama3') {
    const { lowFrequency, highFrequency } = scaling;
    const rotations = (frequency: number) => (originalPositions * frequency) / (2 * Math.PI);
    return {
      frequencies: mixed((frequency) => (rotations(frequency) - lowFrequency) / (highFrequency - lowFrequency)),
      factor: 1,
    };
  }
  const { betaFast, betaSlow, truncate } = scaling;
  const pairOf = (rotations: number) =>
    (headDim * Math.log(originalPositions / (rotations * 2 * Math.PI))) / (2 * Math.log(ropeTheta));
  const [fast, slow] = [pairOf(betaFast), pairOf(betaSlow)];
  const low = Math.max(truncate ? Math.floor(fast) : fast, 0);
  const high = Math.min(truncate ? Math.ceil(slow) : slow, headDim - 1);
  const width = high === low ? 0.001 : high - low;
  return { frequencies: mixed((_, pair) => 1 - (pair - low) / width), factor: scaling.attention };
}
