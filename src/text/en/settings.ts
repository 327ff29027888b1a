/** @file Words of the settings, and what is wrong with settings or with a link to them. */
import { tasksProblemText } from '../../tasks/given/problems.en.ts';
import { worldProblemText } from '../../tasks/worlds/problems.en.ts';
import type { ArmName, SettingName, SettingProblem } from '../../genenv/settings/settings.ts';
import type { LinkProblem } from '../link-problem.ts';
import type { AllSettingWords } from '../setting-words.ts';
import { armWords } from './arms.ts';

const armMeanings = Object.fromEntries(
  Object.entries(armWords).map(([arm, { meaning }]) => [arm, meaning]),
) as Readonly<Record<ArmName, string>>;

/** Both players have the same settings of AdamW. */
const adam = {
  beta1: 'Decay of the running mean of the gradient.',
  beta2: 'Decay of the running mean of the squared gradient.',
  epsilon: 'Added to the root of the squared gradient: large values keep a few informative groups from a full step.',
  weightDecay: 'Decoupled weight decay of AdamW, per unit of learning rate.',
  clipNorm: 'Gradients are scaled so that their global norm is at most this; 0 turns clipping off.',
};

export const settingWords: AllSettingWords = {
  preset: {
    label: 'Preset',
    meaning: 'The set of values these settings started from; it only labels the run.',
    choices: {
      discovery: 'Ten levels, hard prior: the curriculum has to climb.',
      'discovery-uniform': 'Ten levels, an environment that at first writes all of them equally often.',
      'service-calls': 'Calls in several turns: the agent has to discover which service keeps which record.',
      'function-calling': 'Calls of listed functions: the agent has to discover which value fits which parameter.',
      'wide-search': 'Questions that need several look-ups: the agent has to discover which relation a wording means.',
      'travel-rules':
        'Trips by house rules within a budget: the agent has to discover which kind of place allows what.',
      'long-errands':
        'Errands in a household, one command a turn: the agent has to discover that the task names the places, and which appliance does what.',
      'five-families':
        'Five families like those of the presets above, learned by one pair of models. It shows what the families cost each other.',
      english:
        'Function calling in English, read through a chat template: one checkpoint, two low-rank adapters that learn.',
      quick: 'Discovery cut down to a few small epochs, for trying out and for tests.',
      paper: 'The paper’s curriculum and batch on models of this size: more epochs, larger learning rates.',
      'paper-large':
        'The paper’s values wherever it gives them, then its code’s: for models of billions of parameters.',
    },
  },
  arm: {
    label: 'Arm',
    meaning: 'Which experiment of the paper this run is, or which neighbour it is compared with.',
    choices: armMeanings,
  },
  families: {
    label: 'Task families',
    meaning: 'The worlds the tasks come from; task contexts take them in turn.',
  },
  seed: {
    label: 'Seed',
    meaning: 'Determines every random number of the run: the same seed on the same adapter gives the same run.',
  },
  epochs: {
    label: 'Epochs',
    meaning: 'How often the loop goes round: write tasks, attempt them, update both models.',
    unit: 'epochs',
  },
  whoLearns: {
    label: 'Who learns',
    meaning: 'Which models are updated. A model that is left out stays as it is, and the log says so.',
    choices: {
      both: 'Agent and environment learn: co-evolution.',
      agent: 'Only the agent learns; the environment writes tasks as before.',
      environment: 'Only the environment learns; the agent stays as it is.',
      none: 'Neither learns: the loop only measures.',
    },
  },
  agentModel: {
    label: 'Agent model',
    meaning:
      'The model that attempts tasks: a shipped model, one of the page “Models” (stored:NAME or hf:owner/name), or headless a folder.',
  },
  environmentModel: {
    label: 'Environment model',
    meaning:
      'The model that writes tasks: a shipped model, one of the page “Models” (stored:NAME or hf:owner/name), or headless a folder.',
  },
  teacherModel: {
    label: 'Teacher model',
    meaning:
      'The frozen model that writes the tasks of the arm offline, named like the others; other arms need none. A folder with onnx/ runs on transformers.js; FOLDER/onnx/model_q4.onnx names one of its graphs.',
  },
  softReward: {
    label: 'Reward of free answers',
    meaning: 'How training compares a free answer with its reference. Evaluations keep the benchmark’s rule.',
    choices: {
      'token-f1': 'The words that both share: token F1, as the benchmark scores.',
      embedding: 'The meaning: the cosine of their embeddings, 0 where it is negative.',
    },
  },
  embeddingModel: {
    label: 'Embedding model',
    meaning:
      'For rewards by embeddings: a folder with onnx/ that transformers.js opens for feature extraction, such as all-MiniLM-L6-v2.',
  },
  training: {
    label: 'Training',
    meaning: 'Which weights of both models learn.',
    choices: {
      full: 'Every weight, with a frozen copy as the reference: for small models.',
      lora: 'A low-rank adapter over frozen weights. Agent and environment of the same model share the frozen weights.',
    },
  },
  loraRank: {
    label: 'LoRA rank',
    meaning: 'Rank of the correction B·A of each adapted matrix; with LoRA only.',
  },
  loraAlpha: {
    label: 'LoRA alpha',
    meaning: 'The correction is multiplied by alpha / rank; with LoRA only.',
  },
  loraTargets: {
    label: 'LoRA targets',
    meaning: 'The matrices of every layer that are adapted, by their names in PEFT; with LoRA only.',
  },
  basePrecision: {
    label: 'Frozen weights',
    meaning: 'The number format of the frozen matrices; with LoRA only. Sums, adapters and gradients are f32.',
    choices: {
      f16: 'Half the memory; weights are rounded to f16 when they are loaded.',
      f32: 'Weights as they are in the file.',
      q4: 'A seventh of the memory: 4 bits a weight, and a scale for 32 of them; weights are rounded when they are loaded.',
    },
  },
  gradientCheckpointing: {
    label: 'Gradient checkpointing',
    meaning:
      'Updates keep only the input of each layer and compute the layer again: less memory, more time, the same bits.',
  },
  microBatchTokens: {
    label: 'Tokens per micro-batch',
    meaning:
      'The largest number of tokens that an update sends through the model at once; it adds up the gradients. 0 sends all.',
    unit: 'tokens',
  },
  rolloutsPerWave: {
    label: 'Rollouts per wave',
    meaning:
      'The largest number of rollouts that are decoded together. It bounds the memory of their cache; 0 sets no bound.',
    unit: 'rollouts',
  },
  kvCachePrecision: {
    label: 'Cache precision',
    meaning: 'The number format of the keys and values that sampling keeps.',
    choices: {
      f32: 'As they are computed.',
      f16: 'Half the memory; keys and values are rounded to f16.',
    },
  },
  tasksPerEpoch: {
    label: 'Tasks per epoch',
    meaning: 'Valid tasks the agent attempts in an epoch.',
    unit: 'tasks',
  },
  taskContext: {
    label: 'What contexts tell',
    meaning:
      'What the environment writes tasks from. A base sample is a task of the base data; it is attempted in one task batch with its variations, in the arm static too, which has staticPool / basePool variations of each. The teacher of the arm offline reads seeds.',
    choices: {
      seed: 'A beginning drawn from the true generator.',
      'base-seed': 'The beginning of a base sample; the variations differ in the rest.',
      'base-sample': 'A base sample, text and answer, then its beginning (paper).',
    },
  },
  variations: {
    label: 'Variations per context',
    meaning:
      'Task texts written from one context; together they form a task batch, with the base sample if there is one.',
    unit: 'texts',
  },
  groupSize: {
    label: 'Group size',
    meaning: 'Rollouts of each task: the group in which its advantages are normalised.',
    unit: 'rollouts',
  },
  overSampling: {
    label: 'Over-sampling',
    meaning: 'Texts the environment writes per task needed, because some are not valid tasks.',
    unit: '×',
  },
  maxDraws: {
    label: 'Draws per epoch',
    meaning:
      'How many times the environment may write texts until there are enough valid tasks. After the last time the epoch goes on with the tasks it has.',
    unit: 'draws',
  },
  answerKey: {
    label: 'Who gives the key',
    meaning:
      'What the agent’s answer is compared with, in families with one right answer. The oracle gives it, or the environment writes it after its task, and the oracle only audits. The environment model must have learned to write keys.',
    choices: {
      oracle: 'The oracle: no key is ever wrong.',
      written: 'The environment writes it with the task, as the paper allows. It may be wrong.',
      checked: 'The environment writes it, and a task whose key is wrong by the oracle is no task.',
    },
  },
  keyVotes: {
    label: 'Keys that must agree',
    meaning:
      'The environment writes the key of each task so often; the task is used if more than half of them are the first one. 1: the first alone.',
    unit: 'keys',
  },
  anchor: {
    label: 'Seed anchor',
    meaning:
      'The beginning of each task is drawn from the true generator; the environment writes the rest. Without the anchor it writes the whole task, which needs a model that has learned to begin one. The shipped models have only learned to continue, and write no valid task without it.',
  },
  conditioning: {
    label: 'Conditioning',
    meaning:
      'The environment is told the agent’s recent success, in fifths. When this is off, it is always told the middle fifth.',
  },
  recentSuccessDecay: {
    label: 'Recent success decay',
    meaning: 'Weight of the past in the exponential mean of success that the environment is told.',
  },
  agentTemperature: {
    label: 'Agent temperature',
    meaning: 'Logits are divided by this when the agent’s rollouts are sampled; 0 is greedy.',
  },
  environmentTemperature: {
    label: 'Environment temperature',
    meaning: 'Logits are divided by this when tasks are sampled; 0 is greedy.',
  },
  topK: {
    label: 'Top-k',
    meaning: 'Both models sample from the k most likely tokens only; 0 keeps all.',
    unit: 'tokens',
  },
  topP: {
    label: 'Top-p',
    meaning: 'Both models sample from the smallest set of likely tokens with this mass; 1 keeps all.',
  },
  alpha: {
    label: 'Target success',
    meaning: 'The success rate at which the environment is rewarded most.',
  },
  alphaRule: {
    label: 'Rule of α',
    meaning: 'Whether the target stays or goes down as the agent succeeds more often; no part of the paper.',
    choices: {
      fixed: 'α as it is set.',
      follows:
        'α less g times what recent success has above it, at least .05: harder tasks for an agent that succeeds.',
    },
  },
  alphaGain: {
    label: 'Gain of α',
    meaning: 'How far the target goes down for each unit of recent success above it, where it follows.',
  },
  beta: {
    label: 'Curriculum sharpness',
    meaning: 'How fast the reward falls away from the target: R_env(p̂) = exp(−β(p̂ − α)²).',
  },
  kMin: {
    label: 'Filter half-width',
    meaning: 'Tasks with |p̂ − α| > k_min are left out of the environment update.',
  },
  lambda: {
    label: 'Regression weight exponent',
    meaning: 'Texts are regressed on with weight ∝ exp(λ·R_env).',
  },
  successScope: {
    label: 'Scope of p̂',
    meaning: 'Which rollouts the empirical success rate is taken over.',
    choices: {
      task: 'The rollouts of one task.',
      batch: 'The rollouts of all variations of one context, of its base sample too.',
      epoch: 'All rollouts of the epoch.',
    },
  },
  successThreshold: {
    label: 'Success threshold',
    meaning: 'A soft reward of at least this counts as a success; structured answers are 0 or 1.',
  },
  agentLearningRate: {
    label: 'Agent learning rate',
    meaning: 'Step size of AdamW for the agent.',
  },
  agentBeta1: { label: 'Agent Adam β₁', meaning: adam.beta1 },
  agentBeta2: { label: 'Agent Adam β₂', meaning: adam.beta2 },
  agentEpsilon: { label: 'Agent Adam ε', meaning: adam.epsilon },
  agentWeightDecay: { label: 'Agent weight decay', meaning: adam.weightDecay },
  agentClipNorm: { label: 'Agent gradient clip', meaning: adam.clipNorm },
  lossVariant: {
    label: 'GRPO variant',
    meaning: 'How advantages are normalised and token losses are averaged.',
    choices: {
      grpo: 'TRL grpo: mean over sequences of the token mean; σ with ddof 1, ε 1e-4.',
      dapo: 'DAPO (TRL dapo): mean over the tokens of the batch; recommended clip .2/.28.',
      'token-mean': 'verl token-mean: mean over the tokens of the batch; σ with ddof 1, ε 1e-6.',
      dr_grpo: 'Dr. GRPO: no division by σ; token sum over a constant length.',
    },
  },
  advantageScale: {
    label: 'Advantage scale',
    meaning: 'What the centred rewards of a group are divided by.',
    choices: {
      variant: 'As the GRPO variant says.',
      sample: 'The standard deviation with ddof 1.',
      population: 'The standard deviation with ddof 0 (DeepSeekMath).',
      none: 'Nothing: r − μ.',
    },
  },
  clipLow: {
    label: 'Clip low',
    meaning: 'A ratio π/π_old below 1 − ε_low earns nothing more.',
  },
  clipHigh: {
    label: 'Clip high',
    meaning: 'A ratio π/π_old above 1 + ε_high earns nothing more.',
  },
  dualClip: {
    label: 'Dual clip',
    meaning: 'For negative advantages the surrogate is at least −c·|A| (verl uses 3); 0 turns it off.',
  },
  agentKlWeight: {
    label: 'Agent KL weight',
    meaning: 'Weight of the KL divergence to the initial agent in the loss.',
  },
  agentKlEstimator: {
    label: 'Agent KL estimator',
    meaning:
      'How the loss estimates the KL divergence to the initial agent. Curves and the log show the exact divergence, whatever the loss uses.',
    choices: {
      'ratio-weighted': 'ρ·k3: k3 times the ratio π/π_old, unbiased for the tokens that π_old sampled.',
      variant: 'As the GRPO variant says: k3 in TRL, clamped k3 in verl.',
      k3: 'k3 as published: unbiased in the first step after sampling only; later a few tokens can outweigh all others.',
      'k3-clamped': 'k3 as in verl: the log-ratio is held within ±20 and k3 within ±10.',
      exact: 'No estimate: the sum over the whole vocabulary at each token.',
    },
  },
  entropyWeight: {
    label: 'Entropy weight',
    meaning: 'Weight of the entropy bonus.',
  },
  minibatches: {
    label: 'Minibatches',
    meaning:
      'Optimizer steps per pass over the rollouts, which are shuffled one by one and split evenly; fewer where a step would have fewer rollouts than a group.',
    unit: 'steps',
  },
  innerEpochs: {
    label: 'Inner epochs',
    meaning: 'Passes over the same rollouts.',
    unit: 'passes',
  },
  groupsInLoss: {
    label: 'Groups in the loss',
    meaning:
      'Keeps groups in which all rollouts have the same reward in the batch, or leaves them out. They have no advantage, but their KL and entropy terms keep an agent exploring where it always fails.',
    choices: {
      mixed: 'Only groups with different rewards (DAPO).',
      all: 'All groups: the loss is divided by the full batch.',
    },
  },
  startLevels: {
    label: 'Levels at the start',
    meaning:
      'The weight of each level, level 1 first, in what the environment is to write at the start; empty: as it comes. Before the first epoch it learns texts of those levels from the true generator, and its KL divergence is measured from there. Arms whose environment writes no task are the same with any weights.',
  },
  environmentLearningRate: {
    label: 'Environment learning rate',
    meaning: 'Step size of AdamW for the environment.',
  },
  environmentBeta1: { label: 'Environment Adam β₁', meaning: adam.beta1 },
  environmentBeta2: { label: 'Environment Adam β₂', meaning: adam.beta2 },
  environmentEpsilon: { label: 'Environment Adam ε', meaning: adam.epsilon },
  environmentWeightDecay: { label: 'Environment weight decay', meaning: adam.weightDecay },
  environmentClipNorm: { label: 'Environment gradient clip', meaning: adam.clipNorm },
  environmentSteps: {
    label: 'Regression steps',
    meaning: 'Optimizer steps of the environment per epoch.',
    unit: 'steps',
  },
  environmentReplayEpochs: {
    label: 'Regression window',
    meaning: 'The environment learns from the texts that entered D_env in this many of the last epochs.',
    unit: 'epochs',
  },
  environmentMaxPairs: {
    label: 'Pairs per step',
    meaning: 'The largest number of texts in one regression step. If there are more, a sample is drawn.',
    unit: 'texts',
  },
  environmentKlWeight: {
    label: 'Environment KL weight',
    meaning: 'Weight of the KL divergence to the initial environment model in the regression.',
  },
  klOnCurrentBatch: {
    label: 'KL on the current batch',
    meaning:
      'The penalty also counts the texts just written, even when none passes the filter; this pulls the environment back towards a hard prior.',
  },
  environmentKlCap: {
    label: 'KL cap',
    meaning:
      'The largest mean KL divergence to the initial environment model per text, over the texts of a step’s penalty: those of the regression, and with “KL on the current batch” also those just written. The curve shows the same mean over the same texts after the last step. 0 turns the cap off.',
    unit: 'nats',
  },
  capAction: {
    label: 'At the cap',
    meaning: 'What happens when the KL cap is reached.',
    choices: {
      stop: 'No further step in this epoch.',
      'scale-back':
        'A step beyond the cap is halved until it stays within; Adam’s moments go back to those before the step, and the epoch’s other steps follow. After four halvings the step is undone, and the epoch takes no further step.',
      'roll-back': 'A step beyond the cap is undone, moments included, and the epoch takes no further step.',
      'kl-only': 'The step only lowers the KL divergence, which leads back below the cap.',
    },
  },
  baseShare: {
    label: 'Base data share',
    meaning: 'Share of an epoch’s tasks that come from base data. What base data and history leave is new tasks.',
  },
  replayShare: {
    label: 'History share',
    meaning: 'Share of an epoch’s tasks drawn from D_train, the valid traces of earlier epochs.',
  },
  replayForm: {
    label: 'Use of the history',
    meaning: 'What the agent does with what is drawn from D_train.',
    choices: {
      tasks: 'It attempts the tasks anew and learns from the new answers.',
      traces: 'It learns from the old answers, off-policy: ratios to the agent of their epoch, clipped as all are.',
    },
  },
  replayChoice: {
    label: 'Choice from D_train',
    meaning: 'How what is drawn from D_train is chosen, among eight random entries for each one wanted.',
    choices: {
      uniform: 'Those drawn first: every entry is equally likely.',
      nearest: 'Those whose success was nearest α when they were attempted.',
    },
  },
  basePool: {
    label: 'Base data',
    meaning: 'Tasks of the base data set, from the true generator.',
    unit: 'tasks',
  },
  baseLevels: {
    label: 'Base data levels',
    meaning: 'How often each level occurs in base data.',
    choices: {
      uniform: 'All levels equally often.',
      easy: 'Each level half as often as the one below.',
      hard: 'Each level 1.35 times as often as the one below.',
    },
  },
  staticPool: {
    label: 'Static tasks',
    meaning: 'Tasks the environment writes once, before training, in the arm static (paper: 3,264 with the base data).',
    unit: 'tasks',
  },
  offlinePool: {
    label: 'Offline tasks',
    meaning:
      'The teacher’s filtered tasks in the arm offline (paper: 957 and 1,777, about ×2 and ×4 of the base data).',
    unit: 'tasks',
  },
  evalEvery: {
    label: 'Evaluate every',
    meaning: 'Epochs between evaluations on tasks never trained on; also before the first epoch and after the last.',
    unit: 'epochs',
  },
  evalSplit: {
    label: 'Evaluation tasks',
    meaning: 'Which fixed tasks success is measured on; tune on development, report held-out.',
    choices: {
      development: 'For choosing settings.',
      'held-out': 'For reporting.',
    },
  },
  evalTasks: {
    label: 'Tasks per level',
    meaning: 'Evaluation tasks of each level of each family.',
    unit: 'tasks',
  },
  evalSamples: {
    label: 'Samples per task',
    meaning: 'Rollouts of each evaluation task, averaged (avg@k).',
    unit: 'rollouts',
  },
  evalTemperature: {
    label: 'Evaluation temperature',
    meaning: 'Logits are divided by this in evaluations; 0 is greedy.',
  },
};

/** @param labelOf what a setting is called: by its label, or on the command line by its name */
export function settingProblemText(
  problem: SettingProblem,
  labelOf = (name: SettingName): string => settingWords[name].label,
): string {
  const label = problem.name === null ? '' : labelOf(problem.name);
  switch (problem.code) {
    case 'not-a-number-in-range':
    case 'not-a-whole-number-in-range': {
      const { minimum, maximum, value, default: usual } = problem.parameters;
      const noun = problem.code === 'not-a-number-in-range' ? 'a number' : 'a whole number';
      return `${label} must be ${noun} from ${minimum} to ${maximum}, but is ${value}. The default is ${usual}.`;
    }
    case 'not-a-choice':
      return `${label} must be one of ${problem.parameters.choices}, but is ${problem.parameters.value}.`;
    case 'not-a-switch':
      return `${label} must be true or false, but is ${problem.parameters.value}.`;
    case 'not-a-text': {
      const { longest, value } = problem.parameters;
      return `${label} must be a text of at most ${longest} characters, but is ${value}.`;
    }
    case 'not-a-list-of-names':
      return (
        `${label} must be a list of different names (lower case, digits, hyphens), at least one, ` +
        `but is ${problem.parameters.value}.`
      );
    case 'not-tasks':
      return tasksProblemText(problem.parameters.problem);
    case 'not-a-world':
      return worldProblemText(problem.parameters.problem);
    case 'not-a-list-of-these': {
      const { among, value } = problem.parameters;
      return `${label} must be a list of different names out of ${among}, at least one, but is ${value}.`;
    }
    case 'not-weights': {
      const { most, value } = problem.parameters;
      return `${label} must be at most ${most} numbers of 0 or more, one of them above 0, or none, but is ${value}.`;
    }
    case 'levels-without-weight':
      return `${label}: no level of ${problem.parameters.families} has a weight above 0. Give one of its levels a weight.`;
    case 'weights-beyond-levels': {
      const { weights, levels } = problem.parameters;
      return `${label}: there are ${weights} weights, but only ${levels} levels. Leave out the last weights.`;
    }
    case 'no-levels-for-base-samples':
      return `${label}: an environment that varies base samples writes tasks of their levels. Set ${labelOf('taskContext')} to seed or base-seed, or give no weights.`;
    case 'shares-above-one': {
      const { baseShare, replayShare } = problem.parameters;
      return (
        `${labelOf('baseShare')} (${baseShare}) and ${labelOf('replayShare')} (${replayShare}) add up to more than 1. ` +
        'Lower one: the rest of the tasks is new.'
      );
    }
    case 'no-teacher-named':
      return `The arm ${problem.parameters.arm} needs a teacher model. Name the folder of one.`;
    case 'no-embedding-model-named':
      return `${labelOf('softReward')} by embedding needs a model of embeddings. Name the folder of one in ${labelOf('embeddingModel')}.`;
    case 'no-written-keys':
      return `In ${problem.parameters.families} the environment cannot write keys: several answers may be right there, or its texts are natural language. Leave ${labelOf('answerKey')} to the oracle, or choose other families.`;
    case 'fixed-during-a-run':
      return `${label} defines the run and cannot change while the run goes on. Start a new run with it.`;
    case 'unknown-setting':
      return `There is no setting called ${JSON.stringify(problem.parameters.setting)}. Remove it, or check its spelling.`;
    case 'unknown-version': {
      const { version, newest } = problem.parameters;
      return (
        `These settings have version ${version}, but this program reads up to version ${newest}. ` +
        'Use a newer program.'
      );
    }
    case 'not-settings':
      return 'Settings must be an object of names and values.';
  }
}

/** The part of a link that could not be used. */
export function linkProblemText(problem: LinkProblem): string {
  switch (problem.code) {
    case 'link-too-long':
      return `This link has ${problem.length} characters of settings, more than ${problem.longest}. They are not used.`;
    case 'link-version':
      return (
        `This link is of version ${JSON.stringify(problem.version)}, but this program reads up to ` +
        `version ${problem.newest}. Its settings are not used; open it with a newer program.`
      );
    case 'link-unknown-setting':
      return problem.more === 0
        ? `There is no setting called ${JSON.stringify(problem.name)}. That part of the link is not used.`
        : `${problem.more + 1} names in this link are no settings, the first ${JSON.stringify(problem.name)}. Those parts are not used.`;
    case 'link-repeated-setting':
      return `${settingWords[problem.name].label} appears in the link more than once, and is not used.`;
    case 'link-unknown-control':
      return problem.more === 0
        ? `There is no control called ${JSON.stringify(problem.name)} to hide.`
        : `${problem.more + 1} names that this link hides are no controls, the first ${JSON.stringify(problem.name)}.`;
    case 'link-setting':
      return settingProblemText(problem.problem);
  }
}
