/** @file The sentences for the reasons of benchmarks and evaluations: one for each code. */
import type { AlfworldReason } from '../../benchmarks/alfworld/reason.ts';
import type { CallReason, CheckFailure, ExactReason } from '../../benchmarks/apibank/reason.ts';
import type { BamboogleReason } from '../../benchmarks/bamboogle/reason.ts';
import type { BfclReason } from '../../benchmarks/bfcl/reason.ts';
import type { RejectionReason } from '../../benchmarks/reason.ts';
import type { ConstraintReason, TravelReason } from '../../benchmarks/travelplanner/reason.ts';
import type { EvaluationReason, Obstacle } from '../../evaluation/reason.ts';
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import { errorSentence } from './errors.ts';
import { reasonSentence as runReasonSentence } from './reasons.ts';

const bfcl: Sentences<BfclReason> = {
  'calls-match': () => '每个调用都相符。',
  'no-call': () => '输出里没有调用。',
  'not-decodable': ({ problem }) => `输出无法解码：${errorSentence(problem)}`,
  'not-evaluated': ({ problem }) => errorSentence(problem),
  'rightly-no-call': ({ because }) => `没有调用，这是对的：${sentenceOf(bfcl, because)}`,
  'call-not-wanted': () => '输出调用了函数，但本不该调用。',
  'rightly-a-call': () => '输出调用了函数，应当如此。',
  'wrong-function': ({ called, expected }) => `调用的函数是 ${called}，不是 ${expected}。`,
  'required-parameter-missing': ({ parameter }) => `缺少必需的参数 ${parameter}。`,
  'parameter-not-expected': ({ parameter }) => `不该有参数 ${parameter}。`,
  'parameter-not-optional': ({ parameter }) => `参数 ${parameter} 在这里不能省略。`,
  'wrong-call-count': (reason) => `有 ${reason.calls} 个调用；应为 ${reason.expected} 个。`,
  'no-call-matches': (reason) => `没有调用与应有的 ${reason.function} 相符：${sentenceOf(bfcl, reason.last)}`,
  'wrong-type': ({ parameter, expected, actual, value }) => `${parameter}：应为 ${expected}，却是 ${actual} ${value}。`,
  'wrong-element-type': ({ parameter, expected, value }) => `${parameter}：${value} 中有不是 ${expected} 的元素。`,
  'value-not-allowed': ({ parameter, value, allowed }) => `${parameter}：${value} 不在 ${allowed} 之中。`,
  'no-dictionary-allowed': ({ parameter }) => `${parameter}：不允许用字典。`,
  'key-missing': ({ parameter, key }) => `${parameter}：缺少键 ${key}。`,
  'key-not-expected': ({ parameter, key }) => `${parameter}：不该有键 ${key}。`,
  'value-of-key-not-allowed': ({ parameter, key, value, allowed }) =>
    `${parameter}：${key} 的值 ${value} 不在 ${allowed} 之中。`,
  'no-list-of-dictionaries-allowed': ({ parameter }) => `${parameter}：不允许用字典的列表。`,
  'wrong-dictionary-count': ({ parameter, count, expected }) =>
    `${parameter}：有 ${count} 个字典，应为 ${expected} 个。`,
  'item-without-function': () => '该题没有函数。',
  'gold-function-not-listed': (reason) => `标准答案的函数 ${reason.function} 不在函数列表里。`,
  'unknown-schema-type': ({ parameter, of, type }) =>
    `模式给 ${parameter}${of === 'elements' ? ' 的元素' : ''}的类型 ${type ?? 'undefined'} 不认识。`,
  'gold-is-not-a-list': ({ value }) => `标准答案是 ${value}，不是列表。`,
  'gold-is-not-a-dictionary': ({ parameter, value }) => `${parameter} 的标准答案是 ${value}，不是字典。`,
  'element-is-not-a-dictionary': ({ parameter, index }) => `${parameter}[${index}] 不是字典。`,
};

const comparison: Sentences<CheckFailure> = {
  'input-lacks-field': ({ field }) => `输入缺少 ${field}`,
  'field-is-not-text': ({ field }) => `${field} 不是文本`,
  'field-is-empty': ({ field }) => `${field} 是空的`,
};

const apiBank: Sentences<CallReason | ExactReason> = {
  'expected-result': ({ api }) => `${api} 给出了应有的结果。`,
  'no-api-call': () => '输出里没有 [Name(arguments)] 形式的调用。',
  'other-api': ({ called, expected }) => `调用的是 ${called}，不是 ${expected}。`,
  'unknown-api': ({ api }) => `不认识 API ${api}。`,
  'unknown-parameter': ({ api, parameter }) => `${api} 没有参数 ${parameter}。`,
  'parameter-is-not-a-whole-number': ({ parameter }) => `参数 ${parameter} 不是整数。`,
  'argument-missing': ({ parameter }) => `缺少实参 ${parameter}。`,
  'call-fails': ({ exception }) => `调用失败：${exception}`,
  'other-output': () => '调用给出的输出不同。',
  'other-input': () => '调用给出了应有的输出，但输入不同。',
  'results-not-comparable': ({ because }) => `结果无法比较：${sentenceOf(comparison, because)}。`,
  'not-recorded': ({ api }) => `${api} 没有这个输入的记录答案。`,
  'exact-parameters': (reason) => `${reason.function} 的参数与应有的完全一致。`,
  'other-parameters': (reason) => `调用 ${reason.function} 的参数与 ${reason.expected} 不同。`,
  'function-not-called': (reason) => `没有调用 ${reason.function}。`,
  'no-tool-call': () => '输出里没有工具调用。',
};

const alfworld: Sentences<AlfworldReason> = {
  won: (reason) => `用 ${reason.commands} 条命令获胜。`,
  'goal-not-reached': (reason) => `${reason.commands} 条命令之后没有达到目标。`,
  'limit-used': ({ limit }) => `${limit} 条命令的上限已用完。`,
};

const quotedChoice = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join('或');

const bamboogle: Sentences<BamboogleReason> = {
  'answer-matches': ({ expected }) => `答案是${quotedChoice(expected)}。`,
  'answer-contains-expected': ({ answer, expected }) => `回答“${answer}”含有${quotedChoice(expected)}，但并不就是它。`,
  'answer-differs': ({ answer, expected }) => `回答“${answer}”不是${quotedChoice(expected)}。`,
};

const constraints: Sentences<ConstraintReason> = {
  'day-lacks-field': ({ day, field }) => `第 ${day} 天没有 ${field}。`,
  'day-lacks-entry': ({ day, field }) => `第 ${day} 天没有 ${field} 这一项。`,
  'entry-is-not-text': ({ day, field }) => `第 ${day} 天：${field} 不是文本。`,
  'day-travels-nowhere': ({ day }) => `第 ${day} 天没有出发或到达的城市。`,
  'day-names-no-city': ({ day }) => `第 ${day} 天没有写城市。`,
  'flight-without-number': ({ day }) => `第 ${day} 天的航班没有 "Flight Number: …"。`,
  'flight-names-no-cities': ({ day }) => `第 ${day} 天的航班没有写城市。`,
  'leaves-from-elsewhere': ({ city }) => `第一天不是从 ${city} 出发。`,
  'does-not-return': () => '旅行没有回到出发地。',
  'cities-not-in-sequence': () => '城市不是一个接一个地游览。',
  'unknown-city': ({ city }) => `不认识城市 ${city}。`,
  'city-outside-destination': ({ city, destination }) => `${city} 不在 ${destination}。`,
  'visited-twice': ({ place }) => `“${place}”去了两次。`,
  'no-transportation-on-first-day': () => '第一天没有交通工具。',
  'self-driving-mixed': () => '自驾与航班或出租车混用。',
  'transportation-names-other-cities': ({ day }) => `第 ${day} 天：交通工具写的不是当天的城市。`,
  'place-in-other-city': ({ day, field }) => `第 ${day} 天：${field} 在另一个城市。`,
  'unknown-flight': ({ number, from, to }) => `没有从 ${from} 到 ${to} 的航班 ${number}。`,
  'no-road': ({ mode, from, to }) => `从 ${from} 到 ${to} 没有可供 ${mode} 的道路。`,
  'unknown-place': ({ kind, place }) => `不认识“${place}”（${kind}）。`,
  'stay-too-short': ({ place, nights }) => `“${place}”至少要住 ${nights} 晚。`,
  'days-not-planned': ({ planned, days }) => `${days} 天中只计划了 ${planned} 天。`,
  'cities-not-visited': (reason) => `计划没有去 ${reason.from} 中的 ${reason.cities} 个城市。`,
  'day-travels-without-transportation': ({ day }) => `第 ${day} 天换城市却没有交通工具。`,
  'day-lacks-a-meal': ({ day }) => `第 ${day} 天少一餐。`,
  'half-empty': () => '缺少一半以上的信息。',
  'over-budget': ({ cost, budget }) => `计划要花 $${cost}，而预算是 $${budget}。`,
  'house-rule-forbids': ({ place, rule }) => `“${place}”规定“${rule}”。`,
  'other-room-type': ({ place, type, asked }) => `“${place}”是“${type}”，而要求的是“${asked}”。`,
  'cuisine-missing': ({ cuisine }) => `没有一餐是 ${cuisine}。`,
  'transport-not-wanted': ({ used, asked }) => `计划用了 ${used}，而要求的是“${asked}”。`,
};

const travel: Sentences<TravelReason> = {
  'every-constraint-holds': () => '每条约束都满足。',
  'constraint-fails': ({ constraint, because }) =>
    `${constraint.replaceAll('_', ' ')}：${sentenceOf(constraints, because)}`,
  'plan-not-delivered': ({ problem }) => `没有交出计划：${errorSentence(problem)}`,
};

const rejections: Sentences<RejectionReason> = {
  'line-not-readable': ({ file, line, problem }) => `${file}:${line}：${errorSentence(problem)}`,
  'unknown-id': ({ file, line, benchmark }) => `${file}:${line}：读入的文件里，${benchmark} 没有这个 id 的题。`,
};

const obstacles: Sentences<Obstacle> = {
  'prompt-too-long': ({ tokens, room }) => `模型要读 ${tokens} 个词元，而它的上下文除回答外只剩 ${room} 个。`,
  'prompt-not-readable': ({ problem }) => errorSentence(problem),
};

const reasons: Sentences<EvaluationReason | RejectionReason> = {
  ...bfcl,
  ...apiBank,
  ...alfworld,
  ...bamboogle,
  ...travel,
  ...rejections,
  'not-run': ({ because }) => `没有运行：${sentenceOf(obstacles, because)}`,
  'ended-early': ({ verdict, because }) => `${reasonSentence(verdict)}${sentenceOf(obstacles, because)}`,
  'family-verdict': ({ verdict }) => (verdict === null ? '' : runReasonSentence(verdict)),
};

/** Why a prediction or an attempt is right, wrong, or left out. */
export const reasonSentence = (reason: EvaluationReason | RejectionReason): string => sentenceOf(reasons, reason);
