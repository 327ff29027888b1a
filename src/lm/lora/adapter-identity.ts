/** @file The metadata of an adapter's file: its base, and PEFT's fields that its tensors do not tell. */
import type { LoraConfig } from './lora-config.ts';

/** @param baseHash SHA-256 of the base's weights, hexadecimal */
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
