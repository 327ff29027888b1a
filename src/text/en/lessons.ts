/**
 * @file The words of the lessons: for the learner, what each step asks and what the learner's own run then says; for the
 * teacher, a sheet. Numbers come from the run (src/lessons), as strings.
 */

import { counted } from '../../common/counted.ts';
import { went } from './went.ts';

/** The finding of a check, as shown. */
export type FoundWords = Readonly<Record<string, string>>;

/** An answer that can be chosen. */
export interface Choice {
  says: string;
  /** Where it was not the right one, what happens instead; absent where it always is. */
  instead?: string;
}

interface StepWords {
  /** The task of the step, or its question. */
  ask: string;
  choices?: readonly Choice[];
  found: (numbers: FoundWords) => string;
  /** The run in which it is done, where several are drawn over each other at the end. */
  run?: string;
}

export interface TeacherSheet {
  /** Questions to ask before and after. */
  ask: readonly string[];
  /** Observations, and what they show. */
  happens: readonly string[];
  time: readonly string[];
}

export interface LessonWords {
  title: string;
  about: string;
  steps: Readonly<Record<string, StepWords>>;
  sheet: TeacherSheet;
}

const taskAnswerReward: LessonWords = {
  title: 'Task, answer, reward',
  about:
    'What the two models say to each other: the environment writes a task, the agent answers it, and a rule decides.',
  steps: {
    task: {
      ask: 'Each row on the left is a task that the environment has written. Open one: choose its row.',
      found: ({ epoch, tasks, task, groupSize }) =>
        `Epoch ${epoch} has ${tasks} tasks, for example “${task}”. The agent answers each of them ${groupSize} times: that is a group.`,
    },
    answer: {
      ask: 'What must an answer to a task such as “heat cup” say?',
      choices: [
        { says: 'The task again', instead: 'The task says what is wanted; the answer has to say how.' },
        { says: 'The object, the verb, and a station where that works' },
        {
          says: 'Any text that a person likes',
          instead: 'No person and no model judges: a rule compares the station with the one that the task’s world has.',
        },
      ],
      found: ({ task, right, wrong, station, verb }) =>
        `To “${task}” the agent wrote “${right}”, which is right, and “${wrong}”, which is wrong: at the ${station} one cannot ${verb}. Nobody has told it which station does what.`,
    },
    reward: {
      ask: 'A task asks for two things. The agent does the first one right and the second one wrong. Which reward does the answer get?',
      choices: [
        { says: '0' },
        { says: '½', instead: 'There is no part of a reward in this world: all of it is right, or it is wrong.' },
        { says: '1', instead: 'A reward of 1 is for answers without a mistake.' },
      ],
      found: ({ answers, reward }) =>
        `In this epoch there were ${counted(answers, 'answer')} of this kind, and none got more than ${reward}. A long task is therefore hard to solve by luck.`,
    },
    rate: {
      ask: 'The success rate p̂ of a task is the share of its answers that are right. Move the timeline to an epoch with a task of which exactly half are right.',
      found: ({ epoch, task, right, answers, rate }) =>
        `Epoch ${epoch}: “${task}” has ${right} right answers of ${answers}, p̂ = ${rate}. The next lesson asks what such a task is good for.`,
    },
  },
  sheet: {
    ask: [
      'Who writes the tasks? Who answers? Who decides what is right?',
      'The agent is never told the right answer. What is it told?',
      'Why is one answer to a task not enough?',
    ],
    happens: [
      'A task is a list of goals; an answer names for each the object, the verb and a station.',
      'The reward is 1 if every goal is met, else 0: it is computed, so nobody can argue with it.',
      'Eight answers to one task differ, because the agent draws its words at random: that is where p̂ comes from.',
    ],
    time: ['2 minutes: open a task and read answers aloud', '2 minutes: the two questions', '1 minute: find p̂ = ½'],
  },
};

const whyHalf: LessonWords = {
  title: 'Why p = ½',
  about:
    'A task that is always solved teaches as little as one that is never solved. You look for both in a recorded run.',
  steps: {
    unsolved: {
      ask: 'Move the timeline to an epoch in which at least three quarters of the tasks were never solved.',
      found: ({ epoch, unsolved, groups, mixed }) =>
        `Epoch ${epoch}: ${unsolved} of ${groups} groups have no right answer. All their answers are equally bad, so every advantage is 0. The agent learns from ${counted(mixed, 'mixed group')}.`,
    },
    mixed: {
      ask: 'Now find an epoch in which at least 85% of the groups are mixed: some answers right, some wrong.',
      found: ({ epoch, mixed, groups }) =>
        `Epoch ${epoch}: ${mixed} of ${groups} groups are mixed. The agent can compare its own answers, and nearly every task teaches it something.`,
    },
    signal: {
      ask: 'In a group of answers to one task, when is the sum of all |advantages| largest?',
      choices: [
        {
          says: 'When one answer is right',
          instead:
            'The one right answer has a large advantage, but the others have a small one each: together less than at ½.',
        },
        {
          says: 'When half of them are right',
          instead: 'In this run another count came out ahead: with so few groups, a mean is uncertain.',
        },
        {
          says: 'When all but one are right',
          instead: 'The one wrong answer is pushed away hard, and the right ones hardly gain: together less than at ½.',
        },
      ],
      found: ({ few, some, most, half, size, least }) =>
        `Mean sums over the groups shown so far: ${few} with 1 of ${size} right, ${some} with ${half} of ${size}, ${most} with ${least} of ${size}. That is why the environment is rewarded for p̂ near ½.`,
    },
  },
  sheet: {
    ask: [
      'Before: which homework teaches more, one that is far too hard or one that is far too easy?',
      'After step 2: how does the environment know which tasks are at the edge?',
      'To go further: the variance of a right-or-wrong answer is p(1 − p). Where is it largest?',
    ],
    happens: [
      'Early epochs are full of groups without a right answer: their advantages are all 0.',
      'Late epochs are mostly mixed, and about half of the dots of the filter plot lie inside the band.',
      'The sums are symmetric around ½, because an advantage is a distance from the group’s mean, divided by its standard deviation.',
    ],
    time: ['1 minute: the picture', '2 minutes: the two epochs', '2 minutes: the question, and p(1 − p) on the board'],
  },
};

const bandAndGroups: LessonWords = {
  title: 'k_min and G',
  about: 'The filter keeps tasks with |p̂ − α| ≤ k_min. With few answers a task, hardly any p̂ can lie that near.',
  steps: {
    guess: {
      ask: 'Each task has G = 8 answers, so p̂ is one of 0/8, 1/8 … 8/8. How many of these nine rates pass a filter with α = ½ and k_min = 0.1?',
      choices: [
        { says: 'One' },
        { says: 'Three', instead: '3/8 = .375 and 5/8 = .625 are .125 away from ½: just outside.' },
        { says: 'Five', instead: 'For 2/8 to 6/8 the band would have to reach .25 either way.' },
      ],
      found: ({ rates, groupSize }) => `With G = ${groupSize} these pass: ${rates || 'none'}.`,
    },
    narrow: {
      ask: 'Each dot is a task of this epoch of a recorded run. Set k_min to 0.1 and see which dots lie inside the dashed band.',
      found: ({ epoch, kept, attempted, rates }) =>
        `Epoch ${epoch}: the band keeps ${kept} of ${attempted} tasks, those with ${rates || 'no rate at all'}.`,
    },
    wide: {
      ask: 'Now set k_min to 0.3 or more.',
      found: ({ epoch, kept, attempted, rates, kMin }) =>
        `Epoch ${epoch}: with k_min = ${kMin} the band keeps ${kept} of ${attempted} tasks, those with ${rates}.`,
    },
    groups: {
      ask: 'Set k_min back to 0.1. Which G lets at least three success rates pass? Choose one under Group size.',
      found: ({ groupSize, rates, rollouts }) =>
        `With G = ${groupSize} these pass: ${rates}. A finer p̂ has its price: ${rollouts} answers an epoch.`,
    },
  },
  sheet: {
    ask: [
      'With 8 answers a task, which values can p̂ take? How many of them lie between .4 and .6?',
      'Why not make the band as wide as possible?',
      'Who pays for a larger G?',
    ],
    happens: [
      'With G = 8 and k_min = .1 only 4 of 8 passes: the environment would learn from few tasks or from none.',
      'A wider band keeps more tasks. In a run of one’s own k_min takes effect with the next stage, and is marked on the curves.',
      'G defines how a task is measured: 10 answers give .4, .5 and .6.',
    ],
    time: ['1 minute: count the values of p̂', '3 minutes: both bands', '1 minute: choose G'],
  },
};

const lossIsZero: LessonWords = {
  title: 'The loss is zero, and it learns all the same',
  about: 'A falling loss is how one usually sees that a model learns. Here it says next to nothing.',
  steps: {
    flat: {
      ask: 'Move the timeline to an epoch in which the agent’s mean loss is smaller than 0.01 either way and its gradient norm above 0.3.',
      found: ({ epoch, loss, gradient }) =>
        `Epoch ${epoch}: loss ${loss}, gradient norm ${gradient}. Nearly no loss, but a real step.`,
    },
    learned: {
      ask: 'Did that add up to anything? Go to the last epoch.',
      found: ({ epochs, loss, before, after }) =>
        `Over ${epochs} epochs the loss had a mean size of ${loss}. Held-out success ${went(before, after)}.`,
    },
    why: {
      ask: 'Why is the loss near zero?',
      choices: [
        {
          says: 'The model has converged',
          instead: 'A converged model would have no gradient either, and this one has.',
        },
        { says: 'The advantages of a group sum to zero, and the ratio is 1 when the answers are fresh' },
        {
          says: 'The learning rate is too small',
          instead: 'The learning rate scales the step, not the loss: the loss would be the same with a larger one.',
        },
      ],
      found: ({ answers, mean, size }) =>
        `Of all ${answers} answers the advantages have a mean of ${mean} (to twelve decimals) and a mean size of ${size}: they cancel in the loss, but each pushes its own tokens in its own direction.`,
    },
  },
  sheet: {
    ask: [
      'What does a loss curve say in supervised learning? Why?',
      'If the loss is 0, is the gradient 0?',
      'Which curve would you look at instead?',
    ],
    happens: [
      'The loss of whole groups is 0 except for KL, entropy and unequal lengths; minibatches that split groups add noise around 0.',
      'The gradient norm stays well above 0 as long as groups are mixed.',
      'Held-out success is the curve that says whether the agent learns.',
    ],
    time: ['1 minute: look for the epoch', '2 minutes: the last epoch', '2 minutes: derive it on the board'],
  },
};

const regressionAndCap: LessonWords = {
  title: 'RWR, KL and the cap',
  about:
    'The environment copies its own good tasks, weighted by exp(λ·R_env). Without a brake it drifts from where it began.',
  steps: {
    drift: {
      ask: 'The KL weight and the KL cap are 0 here. Play at least six epochs. “KL to start” says how far the environment has moved.',
      found: ({ epochs, divergence, levelBefore, levelAfter }) =>
        `After ${epochs} epochs the environment is ${divergence} nats a sequence from its beginning. Its mean level ${went(levelBefore, levelAfter)}.`,
    },
    cap: {
      ask: 'Set the KL cap below that number, at 0.5 for example. Play until the cap has acted in two epochs.',
      found: ({ epochs, stopped, divergence, cap }) =>
        `In ${stopped} of ${epochs} epochs the cap, now ${cap}, held back a step. The environment is ${divergence} nats from its beginning.`,
    },
    contrast: {
      ask: 'Set λ to 3 or more and play on until an epoch keeps tasks of different rewards.',
      found: ({ epoch, lambda, times, timesAtOne }) =>
        `Epoch ${epoch}, λ = ${lambda}: the best of its kept tasks weighs ${times} times as much as the worst. With λ = 1 it would be ${timesAtOne} times.`,
    },
  },
  sheet: {
    ask: [
      'The environment learns from its own texts only. What could go wrong?',
      'Why is the KL taken to the beginning and not to the epoch before?',
      'What does λ do when all kept tasks have the same reward?',
    ],
    happens: [
      'Without a KL term the divergence grows as soon as tasks are kept, and the tasks get shorter.',
      'A step at the cap has no regression, only the KL term.',
      'λ changes the contrast of the weights, not the size of the step: weights are divided by their mean.',
    ],
    time: ['2 minutes: drift', '2 minutes: the cap', '1 minute: λ'],
  },
};

const gamedReward: LessonWords = {
  title: 'An environment that games its reward',
  about: 'Here α is 1: the environment is paid most when everything is solved. Which way does it find?',
  steps: {
    guess: {
      ask: 'What will an environment write that is paid for success? Guess, then play; ten epochs show it.',
      choices: [
        {
          says: 'Longer tasks',
          instead: 'A longer task has more goals to fail: it is solved less often and pays less.',
        },
        {
          says: 'Shorter tasks',
          instead:
            'Not here, or not yet: it writes shorter ones only once some short ones have been solved and copied.',
        },
        {
          says: 'Tasks of the same length',
          instead: 'Among its own tasks some lengths are solved more often; it copies those, and its length moves.',
        },
      ],
      found: ({ epochs, before, after }) => `Mean level ${before} in the first epoch, ${after} after ${epochs} epochs.`,
    },
    gamed: {
      ask: 'Play on to epoch 40. Compare training with held-out success in the second curve.',
      found: ({ level, training, before, after }) =>
        `In the last epochs the mean level is ${level} and ${training} of the answers are right. On held-out tasks: ${before} at the start, ${after} now.`,
    },
    anchor: {
      ask: 'The anchor makes every task begin with a goal drawn at random. Switch it off here and play until a whole epoch has gone by without it: one that has begun keeps its tasks.',
      found: ({ epoch, texts, valid }) =>
        `Epoch ${epoch}: of ${counted(texts, 'text')}, tasks: ${valid}. The shipped models have only learned to continue a task: without the anchor they seldom or never write one.`,
    },
  },
  sheet: {
    ask: [
      'What is the environment really paid for, and what did we want?',
      'Training success has risen. Would you ship this agent?',
      'Which curve gives the trick away?',
    ],
    happens: [
      'The tasks shrink to one goal, and stay there: α = 1 pays most for what is always solved.',
      'Training success rises while held-out success, over all ten levels, hardly does: 48, 38 and 62% against 0, 0 and 8% after forty epochs with seeds 1 to 3. The agent learns what it is asked and no more.',
      'The anchor leaves the environment no choice of the first goal. With a model that can begin a task, switching it off would let it drop the goals that the agent fails; the shipped models write no tasks at all.',
    ],
    time: ['1 minute: the guess', '3 minutes: forty epochs (longer without a fast GPU)', '1 minute: the anchor'],
  },
};

const writtenKeys: LessonWords = {
  title: 'Who writes the key?',
  about:
    'Here the environment writes each task with its answer key, as in the paper. Four of ten keys that it learned to write are guesses. The agent is right when it writes what the key says.',
  steps: {
    guess: {
      ask: 'After sixty epochs, how often does the agent’s answer equal a key that is wrong? Guess, then play them all.',
      choices: [
        {
          says: 'Hardly ever: a wrong answer is not learned',
          instead: 'To the agent a wrong key is a reward like any other: what equals it is made likelier.',
        },
        {
          says: 'Sometimes, but less than half as often as right ones',
          instead: 'Not in this run: see the two shares.',
        },
        {
          says: 'At least half as often as right ones',
          instead: 'Not in this run: see the two shares.',
        },
      ],
      found: ({ last, byWrong, byRight }) =>
        `In the last ${last} epochs the answer equals the key in ${byWrong} of the attempts where the key is wrong, and in ${byRight} where it is right.`,
    },
    written: {
      run: 'keys as written',
      ask: 'The chart “Keys that the environment wrote” is the oracle’s audit, which nobody here is told. Compare it with the held-out curve, which the oracle judges.',
      found: ({ last, wrong, before, after }) =>
        `In the last ${last} epochs ${wrong} of the tasks have a wrong key. Held-out success, by the oracle: ${before} at the start, ${after} now.`,
    },
    checked: {
      run: 'keys checked',
      ask: 'Now let the oracle refuse wrong keys: under “Who gives the key” choose “checked”, begin a new run, and play all sixty epochs. The other two controls try to do without an oracle.',
      found: ({ before, after, byRight }) =>
        `With every wrong key refused: ${byRight} of the answers equal the key, held-out ${before} at the start, ${after} now.`,
    },
  },
  sheet: {
    ask: [
      'The success rate p̂ is near ½: is the task half as hard as possible, or is its key wrong?',
      'Where does an environment without an oracle get its keys from?',
      'Would several answers of the same model that agree make a key right?',
    ],
    happens: [
      'p̂ of tasks with wrong keys rises like that of the others: the agent learns what the key says.',
      'With seed 2, which opens here, held-out success ends at 0%, though the answers equal the keys more often than at the start: two thirds of the keys are wrong in the end. Seed 3 does the same.',
      'Seed 1 goes another way: 43% of its keys are wrong, and held-out success rises to 28%. One run shows little; docs/own-tasks.md has six.',
      'With wrong keys refused, held-out success ends at 21 to 23% with all three seeds. Another GPU may compute other runs.',
    ],
    time: ['1 minute: the guess', '2 minutes: sixty epochs', '2 minutes: sixty more with keys checked'],
  },
};

const threeArms: LessonWords = {
  title: 'Random, Static, GenEnv',
  about: 'Three sources of tasks for the same agent, with the same seed and the same number of answers.',
  steps: {
    random: {
      run: 'Random',
      ask: 'This run has the arm Random: the environment writes, but never learns. Play all twelve epochs.',
      found: ({ last, level, mixed }) =>
        `Random: over the last ${last} epochs mean level ${level}; ${mixed} of the groups were mixed.`,
    },
    static: {
      run: 'Static',
      ask: 'Choose the arm static, begin a new run, and play all twelve epochs.',
      found: ({ last, level, mixed }) =>
        `Static: over the last ${last} epochs mean level ${level}; ${mixed} of the groups were mixed.`,
    },
    genenv: {
      run: 'GenEnv',
      ask: 'Now the arm genenv: choose it, begin a new run, play all twelve epochs.',
      found: ({ last, level, mixed }) =>
        `GenEnv: over the last ${last} epochs mean level ${level}; ${mixed} of the groups were mixed. Only mixed groups can teach the agent.`,
    },
  },
  sheet: {
    ask: [
      'Which of the three can react to what the agent can do?',
      'After twelve epochs, does a better held-out curve prove anything?',
      'How many seeds would you want before you believe it?',
    ],
    happens: [
      'Random and Static keep the level of the environment’s prior: mostly long tasks, hardly ever a mixed group.',
      'GenEnv comes down within a few epochs, and many of its groups are mixed.',
      'Twelve epochs show the difference in the signal, not yet in skill: docs/results.md compares all arms over six runs each, with intervals.',
    ],
    time: ['1 minute: the three arms', '3 minutes: three runs of twelve epochs', '1 minute: compare the notes'],
  },
};

const rolloutsOrFlops: LessonWords = {
  title: 'Equal rollouts or equal FLOPs?',
  about: 'Two arms with the same number of answers need not have cost the same. What is fair?',
  steps: {
    random: {
      run: 'Random',
      ask: 'This run has the arm Random. Play all six epochs.',
      found: ({ rollouts, gigaflops, perRollout }) =>
        `Random: ${rollouts} answers for ${gigaflops} GFLOP, which is ${perRollout} MFLOP an answer.`,
    },
    genenv: {
      run: 'GenEnv',
      ask: 'Choose the arm genenv, begin a new run, and play all six epochs.',
      found: ({ rollouts, gigaflops, perRollout, environment }) =>
        `GenEnv: ${rollouts} answers for ${gigaflops} GFLOP, which is ${perRollout} MFLOP an answer. ${environment} of it went into the environment.`,
    },
    budget: {
      ask: 'For the floating-point operations that Random spent, which arm has more answers?',
      choices: [
        {
          says: 'Random',
          instead: 'Random trains no environment, but its tasks stay long, and a long answer costs more operations.',
        },
        {
          says: 'GenEnv',
          instead: 'The updates of its environment cost more operations here than its shorter answers save.',
        },
      ],
      found: ({ budget, random, genenv }) =>
        `For ${budget} GFLOP, Random has ${random} answers; GenEnv, at its cost an answer, has ${genenv}. A comparison should say which budget was equal.`,
    },
  },
  sheet: {
    ask: [
      'What does training the environment cost on top of its writing?',
      'Short tasks are cheap. Who gains from that?',
      'Which budget is scarce where you work: answers, operations, or time?',
    ],
    happens: [
      'GenEnv pays for the environment’s updates, but its tasks get shorter, and short answers are cheap.',
      'Which arm is cheaper an answer depends on the run and on the epoch: with seed 1 it is GenEnv after six epochs, with seeds 2 and 3 the two are equal to a tenth of a percent, and late tasks are long again.',
      'docs/results.md compares the arms on both axes; their order is not the same on both.',
    ],
    time: ['2 minutes: two runs of six epochs', '2 minutes: the question', '1 minute: the curve over operations'],
  },
};

const worldOfOnesOwn: LessonWords = {
  title: 'Make a world in five minutes',
  about:
    'A world of your own, two models that are made for it here from random weights, and what they then find out by themselves.',
  steps: {
    world: {
      ask: 'Begin with a template and make it yours: another thing, another place. Tasks and answers of each level stand beside the form. Then choose the world for the next run.',
      found: ({ world, things, actions, places, levels, task }) =>
        `“${world}” has ${counted(things, 'thing')}, ${counted(actions, 'action')} and ${counted(places, 'place')}. A task of level ${levels} is “${task}”. Where each thing is done stands in no task: that is what an agent has to discover.`,
    },
    pair: {
      ask: 'Make a pair. Watch what the agent writes now, as the share of well-formed answers grows, while hardly any is right. Then let the two co-evolve.',
      found: ({ agent, environment }) =>
        `${agent} speaks the language of your world and guesses its places; ${environment} writes its tasks, mostly hard ones. A minute ago both were random numbers.`,
    },
    learns: {
      ask: 'Let it run for ten epochs. Will the tasks become easier or harder?',
      found: ({ world, epochs, first, level, before, after }) =>
        `After ${counted(epochs, 'epoch')} the mean level of the tasks in “${world}” ${went(first, level)}, and the agent’s held-out success ${went(before, after)}. Nobody has told it a place.`,
    },
  },
  sheet: {
    ask: [
      'What in this world can be read in a task, and what can only be found out?',
      'Why does the pair have to speak the language before it co-evolves?',
      'Which world would be too easy to learn anything in? Which one too hard?',
    ],
    happens: [
      'The form refuses worlds in which guessing pays, each with a sentence that says what to add.',
      'Play without a goal makes answers well-formed, not right: the shares part during pre-training.',
      'The environment begins with hard tasks; it comes down to where the agent solves about half, and goes up with it.',
    ],
    time: [
      '1 minute: the form',
      '1 to 5 minutes: the pair, without a graphics processor; seconds with one',
      '1 minute: ten epochs',
    ],
  },
};

const byName: Readonly<Record<string, LessonWords>> = {
  'task-answer-reward': taskAnswerReward,
  'why-half': whyHalf,
  'band-and-groups': bandAndGroups,
  'loss-is-zero': lossIsZero,
  'regression-and-cap': regressionAndCap,
  'gamed-reward': gamedReward,
  'written-keys': writtenKeys,
  'three-arms': threeArms,
  'rollouts-or-flops': rolloutsOrFlops,
  'world-of-ones-own': worldOfOnesOwn,
};

export const lessons = {
  title: 'Lessons',
  lede: 'Each takes about five minutes, opens the page in a prepared state, and checks what you do. Its numbers are those of the run in front of you.',
  byName,
  begin: 'Begin',
  beginLesson: (title: string) => `Begin the lesson: ${title}`,
  foundBefore: 'What was found here last',
  onRecording: 'With the recorded run: works without WebGPU.',
  onGpu: 'With a run of your own: needs WebGPU.',
  needsGpu: 'This lesson makes a run of its own, which needs WebGPU. This browser offers none.',
  unknown: (name: string) => `There is no lesson called “${name}”.`,
  bar: {
    label: (title: string) => `Lesson: ${title}`,
    step: (step: string, steps: string) => `Step ${step} of ${steps}`,
    done: 'done',
    next: 'Next step',
    nextLesson: (title: string) => `Next lesson: ${title}`,
    restart: 'Begin a new run with it',
    together: 'What you found',
    leave: 'Leave the lesson',
    finished: 'That was the lesson.',
    right: 'Right.',
    wrong: 'Not quite.',
    answers: 'Answers',
  },
  sheet: {
    title: 'Teacher’s sheet',
    ask: 'What to ask',
    happens: 'What happens',
    time: 'How long',
    steps: 'What the learner does',
    print: 'Print this sheet',
  },
  plan: {
    title: 'A class of 45 minutes',
    lede: 'Lessons 0 to 3 use the recorded run: they work on phones, and without WebGPU. Runs of one’s own need it; two or three people share a machine that has it.',
    minutes: 'Minutes',
    what: 'Part',
    how: 'How',
    parts: [
      {
        minutes: '0–5',
        what: 'What is learnt here',
        how: 'The recorded run on the projector. Ask: who writes the tasks, who answers, who decides?',
      },
      {
        minutes: '5–12',
        what: 'Lesson 0: task, answer, reward',
        how: 'Together. Read a right and a wrong answer aloud.',
      },
      { minutes: '12–18', what: 'Lesson 1: why p = ½', how: 'Alone or in pairs. p(1 − p) on the board.' },
      {
        minutes: '18–24',
        what: 'Lesson 2: k_min and G',
        how: 'Alone or in pairs. Everybody guesses before the first number is shown.',
      },
      {
        minutes: '24–34',
        what: 'A run of one’s own',
        how: 'One half runs the arm genenv, the other half random: preset discovery, 80 epochs, each person with a seed of their own. Meanwhile, do lesson 3 on the board. Students who finish early build a world (last lesson).',
      },
      { minutes: '34–37', what: 'Hand in', how: 'Data › Runs, Export. The files go into one folder.' },
      {
        minutes: '37–42',
        what: 'Class results',
        how: 'All files dropped here at once. Ask before: will the intervals overlap?',
      },
      {
        minutes: '42–45',
        what: 'What did we not show?',
        how: 'One pair of models, one world, few epochs. What would you measure next?',
      },
    ],
    before:
      'Before the class: open the page once on the machines that are used, so that it also works offline, and try one run. If 80 epochs take more than eight minutes, plan 60: held-out success is then about half as high.',
    print: 'Print this plan',
    projector: 'For the projector',
    projectorHint: 'Large type and fewer things, until it is switched off',
  },
  handout: {
    print: 'Print the handout',
    printOf: (title: string) => `Print the handout: ${title}`,
    name: 'Name:',
    found: 'What I found:',
    next: 'A question that I have now:',
  },
  classResults: {
    title: 'Class results',
    lede: 'Everybody plays a run, saves it under Data › Runs and hands in the file. Dropped here together, they become one chart: the mean of each group with its 95% interval. Nothing is stored, and nothing leaves this page.',
    bring: {
      title: 'Runs of the class',
      hint: 'Exported runs (.zip), event logs (.jsonl), or results of sweeps; drop as many as there are, and more later.',
      folder: 'Choose a folder',
      files: 'Choose files',
    },
    reading: 'The files are read …',
    clear: 'Begin again',
    groups: 'The groups, at the last evaluation of each run',
    group: 'Group',
    runs: 'Runs',
    mean: 'Held-out success, mean',
    interval: '95% interval',
    median: 'Median',
    one: 'one run: no interval',
    files: (files: string) => `Who handed in what (${files})`,
    file: 'File',
    seed: 'Seed',
    epochs: 'Epochs',
    before: 'Before',
    after: 'After',
    repeated: (file: string, as: string) => `${file} holds the same run as ${as}: it counts once.`,
  },
  link: {
    title: 'Make a link or an embed',
    lede: 'For a class, a slide or an article: choose what opens and what is left out.',
    what: 'Opens with',
    settings: 'the settings as chosen now',
    recorded: 'the recorded run',
    panel: 'Panel',
    epoch: 'Stops at epoch',
    epochHint: 'Empty: it plays.',
    hide: 'Hide these controls',
    embed: 'As an embed: one frame, no bars',
    address: 'Link',
    code: 'HTML for a page',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The clipboard is not available: select the text and copy it.',
    frameTitle: 'GenEnv Playground',
  },
} as const;
