/** @file Words of the theory part. */
import { counted } from '../../common/counted.ts';

export const theory = {
  empty: 'Drawing.',
  proposition: {
    title: 'Proposition 1: why half',
    statement:
      'The agent learns from g = (r − b)∇log π with reward r ∈ {0, 1}, success rate p and baseline b = p. Its expected squared norm lies between two multiples of p(1 − p): largest at p = ½, nothing at 0 and 1.',
    tex: 'C_{\\min}\\,p(1-p)\\;\\le\\;\\mathbb{E}\\,\\lVert g\\rVert^2\\;\\le\\;C_{\\max}\\,p(1-p)',
    grpo: 'GRPO divides by the group’s standard deviation, which takes the factor p(1 − p) away again. What is left is the chance that a group of G rollouts is mixed:',
    mixedTex: 'P(\\text{mixed}) = 1 - p^{G} - (1-p)^{G}',
    consequence:
      'It is nearly flat in the middle: with division by σ, a task at p = 0.2 teaches almost as much as one at ½, and only tasks that always or never succeed teach nothing.',
    groupSize: 'Group size',
    p: 'Success rate',
    values: {
      centred: 'Mean squared advantage, r − μ',
      scaled: 'The same, divided by σ²',
      mixed: 'P(mixed group)',
    },
    measure: {
      title: 'Measured on the open run',
      about:
        'The run’s agent, as it is now, attempts tasks of every level; each rollout’s gradient is computed with learning rate 0, so that nothing moves. The run goes on afterwards as if it had not been measured.',
      tasks: 'Tasks per level',
      rollouts: 'Rollouts per task',
      start: 'Measure',
      stop: 'Stop',
      waiting: 'Waiting for the current stage to end.',
      progress: (done: string, total: string) => `Task ${done} of ${total}`,
      progressLabel: 'Tasks measured',
      none: 'Measuring needs an open run: this page has none, because no model is loaded.',
      found: (points: string, mixed: string, epoch: string) =>
        `${counted(points, 'task')} measured after epoch ${epoch}; with both successes and failures: ${mixed}.`,
      few: 'An agent without training always fails most tasks. Run some epochs and measure again: the points spread.',
    },
  },
  theorem: {
    title: 'Theorem 1: how many rollouts a fair judgement takes',
    statement:
      'The environment is paid for tasks at success rate α, but sees only an estimate p̂ of n rollouts. Two task batches have true success p₁ and p₂; with distances Δᵢ = |pᵢ − α| the first is closer, Δ₁ < Δ₂. The chance that its reward is not the higher one falls exponentially in n:',
    tex: '\\Pr\\bigl(R_{\\mathrm{env}}(\\hat p_1) \\le R_{\\mathrm{env}}(\\hat p_2)\\bigr)\\;\\le\\;4\\exp\\!\\Bigl(-\\tfrac{2}{9}(\\Delta_2-\\Delta_1)^2 n\\Bigr),\\qquad R_{\\mathrm{env}}(\\hat p)=e^{-\\beta(\\hat p-\\alpha)^2}',
    loose: 'The bound is loose: often above 1, where it says nothing, while the exact chance is already small.',
    sliders: {
      n: 'Rollouts per batch',
      alpha: 'Target success',
      beta: 'Curriculum sharpness',
      p1: 'True success of one batch',
      p2: 'True success of the other',
    },
    values: {
      exact: 'Exact chance of a wrong rank',
      bound: 'Bound',
      rewards: 'R_env at p₁ and p₂',
    },
    vacuous: 'says nothing',
    equal: (distance: string) =>
      `Both batches are ${distance} away from α: neither is better, and the theorem says nothing. Move one of them.`,
  },
} as const;
