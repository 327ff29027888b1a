import { expect, it } from 'vitest';
import { defaultSettings } from '../../genenv/settings/settings.ts';
import { loopEngines } from './engine-commands.ts';

const lengths = { prompt: 100, answer: 50 };

it('says in the engines’ words what the settings say', () => {
  const options = { lossVariant: 'dr_grpo', advantageScale: 'variant', agentTemperature: 0, seed: 3 } as const;
  const { trl, verl } = loopEngines({ ...defaultSettings, ...options }, lengths);
  expect(verl).toMatchObject({
    ppo: {
      actor_rollout_ref: {
        actor: { loss_agg_mode: 'seq-mean-token-sum-norm', clip_ratio_low: 0.2, kl_loss_coef: 0.03 },
        rollout: { n: 8, top_k: -1, temperature: 1 },
      },
      algorithm: { adv_estimator: 'grpo', norm_adv_by_std_in_grpo: false },
    },
  });
  expect(trl).toMatchObject({
    grpo: { num_generations: 8, loss_type: 'dr_grpo', scale_rewards: 'none', beta: 0.03, seed: 3, temperature: 1 },
  });
});

it('asks PEFT for the adapter of the settings, and for none where all weights learn', () => {
  const lora = { training: 'lora', loraRank: 4, loraAlpha: 8, loraTargets: ['q_proj'] } as const;
  const { trl } = loopEngines({ ...defaultSettings, ...lora, loraTargets: ['q_proj'] }, lengths);
  expect(trl.lora).toEqual({ r: 4, lora_alpha: 8, target_modules: ['q_proj'] });
  expect(loopEngines(defaultSettings, lengths).trl.lora).toBeNull();
});
