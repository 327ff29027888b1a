/**
 * @file Declares low-rank adaptation (Hu et al., "LoRA", arXiv 2106.09685). A frozen matrix W gets a trained correction of
 * rank r: W·x + (alpha / r)·B·A·x with A [r, in] and B [out, r]. Names follow PEFT.
 */

/** Matrices of a layer that an adapter may correct, in the order of a forward pass, named as in PEFT's `target_modules`. */
export const LORA_MODULES = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;

export type LoraModule = (typeof LORA_MODULES)[number];

export interface LoraConfig {
  /** Rank r of A and B. */
  rank: number;
  alpha: number;
  /** Modules to correct, at least one. */
  targets: readonly LoraModule[];
}

/** Returns the factor of B·A·x. */
export const loraScale = ({ rank, alpha }: LoraConfig): number => alpha / rank;

/**
 * Returns the metadata of an adapter's file: PEFT's settings and the hash of the base.
 * @param baseHash SHA-256 of the base's weights, hexadecimal
 */
export const adapterIdentity = (
  { rank, alpha, targets }: LoraConfig,
  baseHash: string,
): Readonly<Record<string, string>> => ({
  peft_type: 'LORA',
  r: String(rank),
  lora_alpha: String(alpha),
  target_modules: [...targets].sort().join(','),
  base_sha256: baseHash,
});
