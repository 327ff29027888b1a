/** @file The versions of the engines that `npm run test:engines` runs; of vLLM the documentation was read. */

export const CHECKED_VERSIONS = {
  trl: '1.16.0',
  transformers: '5.24.0',
  torch: '2.15.0',
  peft: '0.21.2',
  verl: '0.9.1',
  vllm: '0.20',
} as const;
