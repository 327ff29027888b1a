/** @file The words of the article: the method in sections, each around a live figure. Numbers come from the run in view or from recorded results. */
import { counted } from '../../common/counted.ts';
import { went } from './went.ts';

export const article = {
  title: 'Two models that raise each other',
  notices: 'Licences of the software in this page',
  lede: 'The method in about ten minutes. Every figure is live: it draws the run in view, or the recorded results that this page brings along. Let the run go on, come back, and the figures have moved.',
  contents: 'Sections',
  lesson: (title: string) => `Try it yourself, five minutes: ${title}`,
  noRun:
    'No run is in view whose agent has attempted a task. Open the recorded run or begin one: this figure draws it.',
  reading: 'Reading the recorded results …',
  task: {
    title: 'A task, an answer, a reward',
    before: [
      'Two small language models play. One, the environment, writes tasks. The other, the agent, answers them. No model and no person judges an answer: a program checks it by the rules of the task’s world and gives it a reward.',
      'In the household, for example, a task names a thing and what should happen to it: “heat cup”. An answer also names the station to do it at. The agent begins with all these words, and without knowing which station does what. Nobody tells it; only rewards do.',
    ],
    figure: (epoch: string, task: string, tasks: string) => `Epoch ${epoch}, task ${task} of ${tasks}`,
    next: 'Another task',
    counted: (right: string, answers: string, rate: string) => `${right} of ${answers} right: p̂ = ${rate}`,
    after: [
      'The agent draws its words at random, so its answers to one task differ. The share of them that is right is the success rate p̂: how hard this task is, for this agent, now. It is not a property of the task: as the agent learns, the same text becomes easier. All that follows is made of this one number.',
    ],
  },
  half: {
    title: 'Why half',
    before: [
      'What can a model learn from a group of answers to one task? Only from the differences between them. Where all are wrong, or all are right, each answer is exactly as good as the mean of its group, and nothing says what to change. The more even the split, the more there is to compare.',
      'The bars are counted from the run in view, from those of its epochs up to the one shown that the page holds: groups by the number of their right answers, and for each the mean sum of |A|, the distances of their answers from the mean of the group in the units by which the run scales them.',
    ],
    chart: (groups: string, epochs: string) =>
      `Learning signal by the number of right answers: ${counted(groups, 'group')} of ${counted(epochs, 'epoch')}`,
    columns: ['Right answers', 'Groups', 'Mean Σ |A|'],
    after: [
      'The environment cannot see what the agent is like inside. But it can aim at tasks of which half the answers are right, and these are the ones that teach most. The paper says so as a proposition: ',
    ],
  },
  token: {
    title: 'GRPO, by one token',
    before: [
      'The agent learns by GRPO. The advantage of an answer says how much better it was than its group, and every token of the answer gets it: all tokens of a better answer become likelier, all of a worse one less likely, whichever of them was to blame. Over many groups the blame finds its place, since a token that helps is more often in the better answers.',
      'Choose an answer and a token of it. REINFORCE pays by the reward alone; GRPO compares within the group; the third is the loss of the run in view. Then move the ratio: a token whose probability has changed enough since it was sampled is left alone.',
    ],
    after: [
      'The advantages of a group sum to 0, and so the loss stays near 0 while the model learns: only its gradient matters. Where a task is open beside the loop, “Losses side by side” shows four more.',
    ],
  },
  filter: {
    title: 'What the environment is paid for, and the filter',
    before: [
      'Now the other model. Its reward for a task does not ask whether the task was solved, but how often: it is largest where p̂ is the target α, and falls off to both sides like a bell. Each dot is a task of the epoch shown, at its p̂.',
      'Tasks whose p̂ is too far from α are left out of the environment’s learning altogether: that is the filter, and what it lets pass is the band. Turn the four numbers; the dashed curve and band are what they would do to this epoch, and a number with × is the weight of a task relative to the mean of those that pass.',
    ],
    tex: String.raw`R_{\mathrm{env}}(\hat p) = e^{-\beta(\hat p - \alpha)^2},\qquad \text{kept: } |\hat p - \alpha| \le k_{\min}`,
    kept: (kept: string, attempted: string, would: string) =>
      `In this epoch ${kept} of ${counted(attempted, 'task')} passed the filter; with the numbers as they are turned here it would be ${would}.`,
    after: [
      'With eight answers a task, p̂ can only be a multiple of one eighth. A band narrower than that keeps almost nothing; a wide one lets tasks pass that teach little. And a p̂ from few answers is uncertain, which is what the next section is about.',
    ],
  },
  judge: {
    title: 'How many answers a fair judgement takes',
    before: [
      'The environment is paid by an estimate. By luck a worse batch of tasks can look better than a better one, and then it is paid for the wrong thing. How often does that happen? The chance falls exponentially with the number of answers.',
    ],
  },
  regression: {
    title: 'Learning by imitating oneself, on a leash',
    before: [
      'The environment learns by reward-weighted regression: it takes its own newest tasks that passed the filter and makes their texts likelier, the more the higher their reward was. λ says how much more; in the figure above it spreads the weights. Nothing is compared within a group here; what is rewarded is simply imitated.',
      'A model that imitates its own best soon says one thing only. So it is held by a leash: a penalty on its divergence from the model that it began as, and a cap on how far its steps may lead. The curve is that divergence in the run in view, in nats for a text.',
    ],
    tex: String.raw`w = e^{\lambda R_{\mathrm{env}}},\qquad L = -\frac{1}{T}\sum_i w_i \sum_t \log \pi(y_{it}) + \kappa\,\mathrm{KL}(\pi\,\Vert\,\pi_0)`,
    after: [
      'The paper names a penalty and a maximum, and leaves open what happens at the maximum. Here it is a setting: stop, scale back, roll back, or go on with the penalty alone.',
    ],
  },
  gaming: {
    title: 'When the reward is gamed',
    before: [
      'A model does what it is paid for, and not what was meant. Pay the environment for tasks that are always solved, and lengthen the leash: it will write the easiest task there is, over and over. The success rate of training then looks splendid, and the agent learns nothing more.',
      'That is why training success is no evidence here: the environment chooses those tasks. Evidence is success on held-out tasks of all levels, which stay the same and on which no model trains. Both curves are of the run in view, with the mean level of the tasks beside them.',
    ],
    found: (before: string, after: string, first: string, last: string) =>
      `In the run in view held-out success ${went(before, after)}, and the mean level of the tasks ${went(first, last)}.`,
    after: [
      'Two things hold the environment honest in the default settings: the target ½ itself, since a task that is always solved pays little, and a seed anchor, the drawn beginning of each task, so that it cannot drop a kind of goal it does not like.',
    ],
  },
  arms: {
    title: 'Where tasks come from: the arms',
    before: [
      'Does it matter that the environment learns? To find out, one thing is changed and all others are kept. In GenEnv-Random the environment stays as it began; in GenEnv-Static its tasks are written once, before training; Offline takes them from a stronger frozen teacher, two or four times as many; other arms use the true generator, or the rewards of other papers. Each arm gets as many answers of the agent.',
      'The figure is drawn now, from the summaries of the recorded sweep of the arms: means over seeds and two pairs of models, with 95% intervals.',
    ],
    after: ['What follows from these runs at the end of training, computed from the same file:'],
  },
  found: {
    title: 'What the paper found, and what these runs found',
    before: (genenv: string, base: string, random: string, fixed: string, bfcl: string) => [
      `The paper (arXiv 2512.19682) trains models of 7B parameters. On average over five benchmarks it reports ${genenv}% with GenEnv, from ${base}% of the model before training; on the validation set of BFCL ${bfcl}% against ${random}% with a frozen environment and ${fixed}% with tasks made once. It gives no seeds and no error bars.`,
      'The runs here are of far smaller models, in worlds that follow the rules of the same benchmarks. Their numbers cannot be compared with the paper’s, only the shape: who is ahead of whom. What they add are seeds on which nothing was chosen, intervals, and failures in the same table.',
    ],
    after: [
      'Claims that do not hold here, or hold in part, stand with their intervals in docs/results.md, beside those that do: whether p̂ stays in the band, whether answers grow longer, whether GenEnv is ahead of the neighbours’ rewards.',
    ],
  },
  own: {
    title: 'A world of your own',
    before: [
      'What was said here of one household holds of any world in which a program can tell right from wrong, and in which something is hidden. You can make one: things, what is done with them, and where. From these follow tasks, answers and levels.',
      'Then a pair is made for it here, from random weights, by play without a goal; and the two are left to each other. The lesson does the same step by step.',
    ],
    open: 'Make a world here',
  },
  cite: {
    title: 'Citation and further reading',
    about: 'The method is the paper’s; what this program adds is how it is shown. Cite the paper for the method.',
    copyOf: 'BibTeX of the paper',
    papers: {
      genenv: 'the method of this page',
      grpo: 'GRPO',
      rwr: 'reward-weighted regression',
      drgrpo: 'what dividing by σ and by the length does',
      dapo: 'clip-higher, and a mean over tokens',
      rzero: 'a challenger that is paid for uncertainty',
      azr: 'tasks without any data',
      kl: 'estimates of a divergence from samples',
      ganlab: 'two models that train each other, to look at',
    },
  },
} as const;
