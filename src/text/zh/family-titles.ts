/** @file The task families by their titles. */
import { type FamilyName, isFamilyName } from '../../tasks/registry.ts';

const titles: Readonly<Record<FamilyName, string>> = {
  household: '家务',
  'function-calling': '函数调用',
  'travel-rules': '守住宿规定的旅行',
  'stateful-calls': '连续调用',
  'service-calls': '连续调用（服务在参数之前）',
  'household-errands': '家务差事',
  'long-errands': '家务差事（至多四件）',
  'multi-hop-search': '带搜索的多跳问题',
  'wide-search': '带搜索的多跳问题（每人三种关系）',
  'english-calls': '英语的函数调用',
};

/** The title; a name this program does not know (of an imported run, for example) stays as it is. */
export const familyTitle = (name: string): string => (isFamilyName(name) ? titles[name] : name);
