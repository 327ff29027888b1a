/** @file What the task families are called, and what their examples mean. */
import type { FamilyWords } from '../../tasks/family.ts';
import { type FamilyName, isFamilyName, ownFamily } from '../../tasks/registry.ts';

const errands =
  '是两件差事：把 shelf 上的苹果加热后放到 desk，再把 drawer 里的杯子放到 shelf。智能体必须发现任务里说了该去哪里，以及哪台电器做什么。';
const multiHop = '问 eve 的 guide 的 chief 是谁：pat。智能体每回合查一种关系；它必须找出一种说法指的是哪种关系。';

export const families: Readonly<Record<FamilyName, FamilyWords>> = {
  household: {
    title: '家务',
    meaning: '是有两个目标的任务（洗苹果、加热杯子）。智能体认得这些词，但不知道哪个设施做什么。',
  },
  'function-calling': {
    title: '函数调用',
    meaning: '要求用两个值调用一个函数，旁边还有一个没人要的函数。智能体必须找出每个值适合哪个参数。',
  },
  'travel-rules': {
    title: '守住宿规定的旅行',
    meaning: '是两晚的旅行，每晚客人有一项需要；计划可以比最便宜的多花 1。智能体必须找出哪种住处允许它，哪种便宜。',
  },
  'stateful-calls': {
    title: '连续调用',
    meaning: '需要几次调用，每次都用上一次的结果。智能体必须找出哪个服务管什么。',
  },
  'service-calls': {
    title: '连续调用（服务在参数之前）',
    meaning: '需要几次调用，每次都用上一次的结果，服务写在第二位。智能体必须找出哪个服务管什么。',
  },
  'household-errands': { title: '家务差事', meaning: errands },
  'long-errands': { title: '家务差事（至多四件）', meaning: errands },
  'multi-hop-search': { title: '带搜索的多跳问题', meaning: multiHop },
  'wide-search': { title: '带搜索的多跳问题（每人三种关系）', meaning: multiHop },
  'english-calls': {
    title: '英语的函数调用',
    meaning: '是一个请求和可用的函数。智能体用调用来回答；它必须找出一句话要的是哪个函数。',
  },
  additions: {
    title: '一位数的加法',
    meaning: '要逐项回答：4 + 7 = 11 + 2 = 13。读过算术的模型会一些和，其余要由智能体学会。',
  },
};

const ownMeanings = {
  world: '是一个自制世界里的任务。智能体要自己发现什么在哪里做。',
  tasks: '是由人给出的一个任务。智能体要自己弄清这类任务该怎样回答。',
};

/** The title; a name this program does not know (of an imported run, for example) stays as it is. */
export const familyTitle = (name: string): string =>
  isFamilyName(name) ? families[name].title : (ownFamily(name)?.title ?? name);

/** What the example of a family asks, to stand after it. */
export const familyMeaning = (name: string): string =>
  isFamilyName(name) ? families[name].meaning : ownMeanings[ownFamily(name)?.kind ?? 'world'];
