import { expect, it } from 'vitest';
import { defaultSettings } from '../../genenv/settings/settings.ts';
import { trlOptions } from './loop-round.ts';

const limits = { prompt: 100, task: 60, answer: 50 };

it('translates the settings into options of TRL', () => {
  const changes = { lossVariant: 'dr_grpo', advantageScale: 'variant', agentTemperature: 0, seed: 3 } as const;
  expect(trlOptions({ ...defaultSettings, ...changes }, limits).grpo).toMatchObject({
    ...{ num_generations: 8, loss_type: 'dr_grpo', scale_rewards: 'none', beta: 0.03, seed: 3, temperature: 1 },
  });
});

it('asks PEFT for the adapter of the settings, and for none if all weights learn', () => {
  const lora = { training: 'lora', loraRank: 4, loraAlpha: 8 } as const;
  const options = trlOptions({ ...defaultSettings, ...lora, loraTargets: ['q_proj'] }, limits);
  expect(options.lora).toEqual({ r: 4, lora_alpha: 8, target_modules: ['q_proj'] });
  expect(trlOptions(defaultSettings, limits).lora).toBeNull();
});
