/** @file Words of the losses side by side. */
import { counted } from '../../common/counted.ts';

export const losses = {
  open: 'Losses side by side',
  title: 'One group of rollouts under seven losses',
  close: 'Close',
  about:
    'A step of gradient descent adds w · ∇log π of each token to the model’s weights, times the learning rate. Everything that a loss has to say about a token is this number w: above 0 the token becomes likelier, below 0 less likely. Divergence and entropy terms, which each of them may have, are left out; the group is taken as the whole batch.',
  answer: {
    label: 'Rollout',
    one: (number: string, reward: string, tokens: string) =>
      `Rollout ${number}: reward ${reward}, ${counted(tokens, 'token')}`,
  },
  ratio: {
    label: 'Ratio ρ = π/π_old of each token',
    names: {
      'first-step': '1: the first step after sampling',
      'after-update': 'after the whole update, from the weights',
    },
    none: 'The log holds the ratio of no token: in the first step it is 1, and all clips agree. What a loss does with another ratio is drawn in its curve.',
    tried: 'Try another ratio of this token',
    own: 'Back to its own',
    asking: 'Computing from the weights …',
    notYet: 'The weights after the update of this epoch are not there to be asked.',
  },
  missing: {
    rewards: 'The log lacks the reward of some of these rollouts: without it no loss has an advantage.',
    tokens: 'The log does not say how many tokens these rollouts have: a loss cannot be dealt among them.',
    equal:
      'All rewards of this group are equal, so there is nothing to compare: every advantage but REINFORCE’s is 0. A mixed group says more.',
    single: 'A group of one rollout has no other to be compared with: every advantage but REINFORCE’s is 0.',
    longest: 'The log does not say how long an answer may be: L is the longest of this group.',
  },
  matrix: {
    caption: 'The weight w of each token of the rollout under each loss',
    region: 'Weights of tokens by loss',
    loss: 'Loss',
    sum: 'Σ w',
    size: 'Σ |w|, group',
    sumMeaning: 'Sum over the tokens of this rollout',
    sizeMeaning: 'Sum of the sizes over the tokens of all rollouts',
    token: (token: string) => `Token ${token}: show its formulas`,
    clipped: 'clipped',
    observation: 'simulator',
    key: 'A colour is the stronger, the larger the weight among those of its row; a dashed frame: at the bound of a clip.',
    scale: 'Adam divides a gradient by its size, so the size of a whole row matters less than how its weights compare.',
    window: (from: string, to: string, all: string) => `Tokens ${from} to ${to} of ${all}`,
    earlier: 'Earlier tokens',
    later: 'Later tokens',
  },
  chosen: (token: string) => `The token ${token} under each loss`,
  curve: (name: string) => `Weight of the token over its ratio, under ${name}`,
  own: (variant: string) => `This run (${variant})`,
  logged: 'A as in the log',
  does: {
    reinforce:
      'Each token of an answer is reinforced by its reward. A wrong answer, with reward 0, teaches nothing, and a group of right ones still pushes.',
    ppo: 'The weight follows the ratio until it leaves the clip range on the side to which the advantage pushes; from there on it is 0. Its advantage is that of a value model, which no log of groups has: r − μ stands for it.',
    grpo: 'The advantage is measured in standard deviations of the group. Each answer counts the same, so a token of a long answer counts less.',
    dr_grpo:
      'Without σ a group that is nearly all right or all wrong pushes less; a constant length makes each token count the same, in short answers and long ones.',
    dapo: 'All tokens of the batch count the same, and the ratio of a token that deserves more may rise further before its weight stops. Groups of equal rewards are left out.',
    cispo:
      'The ratio itself is held at its bound and the weight stays there: no token is left out of the update, however far its probability has moved.',
    gspo: 'One ratio for the whole answer, the geometric mean of its tokens’, and a very narrow clip: an answer learns as a whole or not at all.',
    run: 'The loss of this run by its settings, with the advantage as its log has it.',
  },
  implementation: 'Compared with TRL 1.16’s GRPOTrainer by automatic differentiation; verl 0.7 was read too.',
} as const;
