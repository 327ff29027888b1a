/**
 * @file A run's settings as configurations of verl and TRL, and what these engines do otherwise.
 */
import { advantageScale } from '../../genenv/loss-variants.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Difference, Engine } from './words.ts';
import type { YamlValue } from './yaml.ts';

interface EngineConfig {
  config: { [name: string]: YamlValue };
  differences: Difference[];
}

export interface Lengths {
  /** Tokens, generously estimated: the target's tokenizer is not known here. */
  prompt: number;
  answer: number;
}

/** Far beyond anything that is clipped. */
const NEVER = 1e9;

const commonDifferences = (settings: Settings): Difference[] => [
  { code: 'tasks-fixed' },
  ...(settings.groupsInLoss === 'mixed' ? [{ code: 'uniform-groups-in-batch' } as const] : []),
  ...(settings.agentTemperature === 0 ? [{ code: 'temperature-raised' } as const] : []),
];

const deviationDifference = (settings: Settings, engine: Engine): Difference[] =>
  advantageScale(settings).scale === 'population' ? [{ code: 'sample-deviation', engine }] : [];

const verlAggregation: Record<Settings['lossVariant'], string> = {
  grpo: 'seq-mean-token-mean',
  dapo: 'token-mean',
  'token-mean': 'token-mean',
  dr_grpo: 'seq-mean-token-sum-norm',
};

/** For `python -m verl.trainer.main_ppo --config-path=$PWD --config-name=verl`. */
export function verlConfig(settings: Settings, lengths: Lengths): EngineConfig {
  const scaled = advantageScale(settings).scale !== 'none';
  const { agentBeta1: beta1, agentBeta2: beta2 } = settings;
  const differences: Difference[] = [
    ...commonDifferences(settings),
    ...deviationDifference(settings, 'verl'),
    ...(beta1 !== 0.9 || beta2 !== 0.999 ? [{ code: 'adam-betas-left-out', beta1, beta2 } as const] : []),
  ];
  const minibatch = Math.max(1, Math.ceil(settings.tasksPerEpoch / settings.minibatches));
  return {
    differences,
    config: {
      hydra: { searchpath: ['pkg://verl.trainer.config'] },
      defaults: ['ppo_trainer', '_self_'],
      data: {
        train_files: 'agent.parquet',
        val_files: 'held-out.parquet',
        train_batch_size: settings.tasksPerEpoch,
        max_prompt_length: lengths.prompt,
        max_response_length: lengths.answer,
      },
      actor_rollout_ref: {
        actor: {
          ppo_mini_batch_size: minibatch,
          ppo_micro_batch_size_per_gpu: 1,
          ppo_epochs: settings.innerEpochs,
          clip_ratio_low: settings.clipLow,
          clip_ratio_high: settings.clipHigh,
          clip_ratio_c: settings.dualClip || NEVER,
          loss_agg_mode: verlAggregation[settings.lossVariant],
          entropy_coeff: settings.entropyWeight,
          use_kl_loss: settings.agentKlWeight > 0,
          kl_loss_coef: settings.agentKlWeight,
          kl_loss_type: 'low_var_kl',
          grad_clip: settings.agentClipNorm || NEVER,
          optim: { lr: settings.agentLearningRate, weight_decay: settings.agentWeightDecay },
        },
        rollout: {
          // verl has no default for it.
          name: 'vllm',
          n: settings.groupSize,
          temperature: settings.agentTemperature || 1,
          top_k: settings.topK || -1,
          top_p: settings.topP,
          log_prob_micro_batch_size_per_gpu: 1,
          val_kwargs: {
            n: settings.evalSamples,
            temperature: settings.evalTemperature,
            do_sample: settings.evalTemperature > 0,
          },
        },
        ref: { log_prob_micro_batch_size_per_gpu: 1 },
      },
      algorithm: { adv_estimator: 'grpo', norm_adv_by_std_in_grpo: scaled, use_kl_in_reward: false },
      custom_reward_function: { path: 'reward.py', name: 'compute_score' },
      trainer: {
        project_name: 'genenv',
        experiment_name: `seed-${settings.seed}`,
        // Whichever comes first.
        total_training_steps: settings.epochs,
        total_epochs: settings.epochs,
        test_freq: settings.evalEvery,
        logger: ['console'],
        rollout_data_dir: 'rollouts',
      },
    },
  };
}

const trlLoss: Record<Settings['lossVariant'], string> = {
  grpo: 'grpo',
  dapo: 'dapo',
  'token-mean': 'dapo',
  dr_grpo: 'dr_grpo',
};

/** Fields of TRL's GRPOConfig. */
export function trlConfig(settings: Settings, lengths: Lengths): EngineConfig {
  const rollouts = settings.tasksPerEpoch * settings.groupSize;
  const fits = rollouts % settings.minibatches === 0;
  const steps = fits ? settings.minibatches : 1;
  const { minibatches, entropyWeight: weight } = settings;
  const differences: Difference[] = [
    ...commonDifferences(settings),
    ...(fits ? [] : [{ code: 'one-minibatch', rollouts, minibatches } as const]),
    ...(weight > 0 ? [{ code: 'entropy-bonus-left-out', weight } as const] : []),
    ...deviationDifference(settings, 'TRL'),
  ];
  return {
    differences,
    config: {
      output_dir: 'out',
      seed: settings.seed,
      max_steps: settings.epochs * steps * settings.innerEpochs,
      per_device_train_batch_size: rollouts / steps,
      steps_per_generation: steps,
      gradient_accumulation_steps: 1,
      num_generations: settings.groupSize,
      num_iterations: settings.innerEpochs,
      max_completion_length: lengths.answer,
      temperature: settings.agentTemperature || 1,
      top_k: settings.topK,
      top_p: settings.topP,
      loss_type: trlLoss[settings.lossVariant],
      scale_rewards: advantageScale(settings).scale === 'none' ? 'none' : 'group',
      epsilon: settings.clipLow,
      epsilon_high: settings.clipHigh,
      delta: settings.dualClip > 0 ? settings.dualClip : null,
      beta: settings.agentKlWeight,
      learning_rate: settings.agentLearningRate,
      lr_scheduler_type: 'constant',
      adam_beta1: settings.agentBeta1,
      adam_beta2: settings.agentBeta2,
      adam_epsilon: settings.agentEpsilon,
      weight_decay: settings.agentWeightDecay,
      max_grad_norm: settings.agentClipNorm,
      logging_steps: 1,
      report_to: 'none',
    },
  };
}
