/** @file The sentences for the reasons of benchmarks and evaluations: one for each code. */
import type { AlfworldReason } from '../../benchmarks/alfworld/reason.ts';
import type { CallReason, CheckFailure, ExactReason } from '../../benchmarks/apibank/reason.ts';
import type { BamboogleReason } from '../../benchmarks/bamboogle/reason.ts';
import type { BfclReason } from '../../benchmarks/bfcl/reason.ts';
import type { RejectionReason } from '../../benchmarks/reason.ts';
import type { ConstraintReason, TravelReason } from '../../benchmarks/travelplanner/reason.ts';
import type { EvaluationReason, Obstacle } from '../../evaluation/reason.ts';
import { errorSentence } from './errors.ts';
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import { reasonSentence as runReasonSentence } from './reasons.ts';
import { counted } from '../../common/counted.ts';

const calls = (count: number) => counted(count, 'call', 'calls');

const bfcl: Sentences<BfclReason> = {
  'calls-match': () => 'Every call matches.',
  'no-call': () => 'The output holds no call.',
  'not-decodable': ({ problem }) => `The output cannot be decoded: ${errorSentence(problem)}`,
  'not-evaluated': ({ problem }) => errorSentence(problem),
  'rightly-no-call': ({ because }) => `Rightly no call: ${sentenceOf(bfcl, because)}`,
  'call-not-wanted': () => 'The output calls a function, but none is to be called.',
  'rightly-a-call': () => 'The output calls a function, as it should.',
  'wrong-function': ({ called, expected }) => `The function is ${called}, not ${expected}.`,
  'required-parameter-missing': ({ parameter }) => `The required parameter ${parameter} is missing.`,
  'parameter-not-expected': ({ parameter }) => `The parameter ${parameter} is not expected.`,
  'parameter-not-optional': ({ parameter }) => `The parameter ${parameter} may not be left out here.`,
  'wrong-call-count': (reason) => `${calls(reason.calls)}; expected: ${reason.expected}.`,
  'no-call-matches': (reason) => `No call matches the expected ${reason.function}: ${sentenceOf(bfcl, reason.last)}`,
  'wrong-type': ({ parameter, expected, actual, value }) =>
    `${parameter}: expected ${expected}, got ${actual} ${value}.`,
  'wrong-element-type': ({ parameter, expected, value }) =>
    `${parameter}: ${value} has elements that are not ${expected}.`,
  'value-not-allowed': ({ parameter, value, allowed }) => `${parameter}: ${value} is none of ${allowed}.`,
  'no-dictionary-allowed': ({ parameter }) => `${parameter}: no dictionary is allowed.`,
  'key-missing': ({ parameter, key }) => `${parameter}: the key ${key} is missing.`,
  'key-not-expected': ({ parameter, key }) => `${parameter}: the key ${key} is not expected.`,
  'value-of-key-not-allowed': ({ parameter, key, value, allowed }) =>
    `${parameter}: ${value} under ${key} is none of ${allowed}.`,
  'no-list-of-dictionaries-allowed': ({ parameter }) => `${parameter}: no list of dictionaries is allowed.`,
  'wrong-dictionary-count': ({ parameter, count, expected }) => `${parameter}: ${count} dictionaries, not ${expected}.`,
  'item-without-function': () => 'The item has no function.',
  'gold-function-not-listed': (reason) => `The gold function ${reason.function} is not among the functions.`,
  'unknown-schema-type': ({ parameter, of, type }) =>
    `The schema gives ${of === 'elements' ? 'the elements of ' : ''}${parameter} the unknown type ${type ?? 'undefined'}.`,
  'gold-is-not-a-list': ({ value }) => `The gold answer has ${value} instead of a list.`,
  'gold-is-not-a-dictionary': ({ parameter, value }) =>
    `The gold answer for ${parameter} has ${value} instead of a dictionary.`,
  'element-is-not-a-dictionary': ({ parameter, index }) => `${parameter}[${index}] is not a dictionary.`,
};

const comparison: Sentences<CheckFailure> = {
  'input-lacks-field': ({ field }) => `the input lacks ${field}`,
  'field-is-not-text': ({ field }) => `${field} is not text`,
  'field-is-empty': ({ field }) => `${field} is empty`,
};

const apiBank: Sentences<CallReason | ExactReason> = {
  'expected-result': ({ api }) => `${api} gives the expected result.`,
  'no-api-call': () => 'There is no [Name(arguments)] in the output.',
  'other-api': ({ called, expected }) => `The call is ${called}, not ${expected}.`,
  'unknown-api': ({ api }) => `The API ${api} is not known.`,
  'unknown-parameter': ({ api, parameter }) => `${api} has no parameter ${parameter}.`,
  'parameter-is-not-a-whole-number': ({ parameter }) => `The parameter ${parameter} is not a whole number.`,
  'argument-missing': ({ parameter }) => `The argument ${parameter} is missing.`,
  'call-fails': ({ exception }) => `The call fails: ${exception}`,
  'other-output': () => 'The call gives another output.',
  'other-input': () => 'The call gives the expected output, but from another input.',
  'results-not-comparable': ({ because }) => `The results cannot be compared: ${sentenceOf(comparison, because)}.`,
  'not-recorded': ({ api }) => `${api} has no recorded answer for this input.`,
  'exact-parameters': (reason) => `${reason.function} has exactly the expected parameters.`,
  'other-parameters': (reason) => `${reason.function} is called with other parameters than ${reason.expected}.`,
  'function-not-called': (reason) => `${reason.function} is not among the calls.`,
  'no-tool-call': () => 'There is no tool call in the output.',
};

const commands = (count: number) => counted(count, 'command', 'commands');

const alfworld: Sentences<AlfworldReason> = {
  won: (reason) => `Won after ${commands(reason.commands)}.`,
  'goal-not-reached': (reason) => `The goal is not reached after ${commands(reason.commands)}.`,
  'limit-used': ({ limit }) => `The limit of ${commands(limit)} is used up.`,
};

const quotedChoice = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(' or ');

const bamboogle: Sentences<BamboogleReason> = {
  'answer-matches': ({ expected }) => `The answer is ${quotedChoice(expected)}.`,
  'answer-contains-expected': ({ answer, expected }) =>
    `The answer "${answer}" contains but is not ${quotedChoice(expected)}.`,
  'answer-differs': ({ answer, expected }) => `The answer "${answer}" is not ${quotedChoice(expected)}.`,
};

const constraints: Sentences<ConstraintReason> = {
  'day-lacks-field': ({ day, field }) => `Day ${day} has no ${field}.`,
  'day-lacks-entry': ({ day, field }) => `Day ${day} has no ${field} entry.`,
  'entry-is-not-text': ({ day, field }) => `Day ${day}: the ${field} is not text.`,
  'day-travels-nowhere': ({ day }) => `Day ${day} travels from or to no city.`,
  'day-names-no-city': ({ day }) => `Day ${day} names no city.`,
  'flight-without-number': ({ day }) => `Day ${day} has a flight without "Flight Number: …".`,
  'flight-names-no-cities': ({ day }) => `The flight of day ${day} names no cities.`,
  'leaves-from-elsewhere': ({ city }) => `The first day does not leave from ${city}.`,
  'does-not-return': () => 'The trip does not end where it began.',
  'cities-not-in-sequence': () => 'The cities are not visited one after another.',
  'unknown-city': ({ city }) => `${city} is not a known city.`,
  'city-outside-destination': ({ city, destination }) => `${city} is not in ${destination}.`,
  'visited-twice': ({ place }) => `"${place}" is visited twice.`,
  'no-transportation-on-first-day': () => 'The first day has no transportation.',
  'self-driving-mixed': () => 'Self-driving is mixed with flights or taxis.',
  'transportation-names-other-cities': ({ day }) => `Day ${day}: the transportation does not name the day's cities.`,
  'place-in-other-city': ({ day, field }) => `Day ${day}: the ${field} is in another city.`,
  'unknown-flight': ({ number, from, to }) => `There is no flight ${number} from ${from} to ${to}.`,
  'no-road': ({ mode, from, to }) => `There is no road for ${mode} from ${from} to ${to}.`,
  'unknown-place': ({ kind, place }) => `"${place}" is not a known ${kind}.`,
  'stay-too-short': ({ place, nights }) =>
    `"${place}" takes guests for at least ${counted(nights, 'night', 'nights')}.`,
  'days-not-planned': ({ planned, days }) => `${planned} of ${days} days are planned.`,
  'cities-not-visited': (reason) =>
    `The plan does not visit ${counted(reason.cities, 'city', 'cities')} from ${reason.from}.`,
  'day-travels-without-transportation': ({ day }) => `Day ${day} travels without transportation.`,
  'day-lacks-a-meal': ({ day }) => `Day ${day} lacks a meal.`,
  'half-empty': () => 'More than half of the information is missing.',
  'over-budget': ({ cost, budget }) => `The plan costs $${cost}, but the budget is $${budget}.`,
  'house-rule-forbids': ({ place, rule }) => `"${place}" says "${rule}".`,
  'other-room-type': ({ place, type, asked }) => `"${place}" is "${type}", but "${asked}" was asked for.`,
  'cuisine-missing': ({ cuisine }) => `No meal is ${cuisine}.`,
  'transport-not-wanted': ({ used, asked }) => `The plan uses ${used}, but "${asked}" was asked for.`,
};

/** Why one constraint of a travel plan fails. */
export const constraintSentence = (reason: ConstraintReason): string => sentenceOf(constraints, reason);

const travel: Sentences<TravelReason> = {
  'every-constraint-holds': () => 'Every constraint holds.',
  'constraint-fails': ({ constraint, because }) => `${constraint.replaceAll('_', ' ')}: ${constraintSentence(because)}`,
  'plan-not-delivered': ({ problem }) => `Not delivered: ${errorSentence(problem)}`,
};

const rejections: Sentences<RejectionReason> = {
  'line-not-readable': ({ file, line, problem }) => `${file}:${line}: ${errorSentence(problem)}`,
  'unknown-id': ({ file, line, benchmark }) =>
    `${file}:${line}: ${benchmark} has no item with this id in the files read.`,
};

const obstacles: Sentences<Obstacle> = {
  'prompt-too-long': ({ tokens, room }) =>
    `The model would have to read ${tokens} tokens, but its context leaves room for ${room} beside the answer.`,
  'prompt-not-readable': ({ problem }) => errorSentence(problem),
};

const reasons: Sentences<EvaluationReason | RejectionReason> = {
  ...bfcl,
  ...apiBank,
  ...alfworld,
  ...bamboogle,
  ...travel,
  ...rejections,
  'not-run': ({ because }) => `Not run: ${sentenceOf(obstacles, because)}`,
  'ended-early': ({ verdict, because }) => `${reasonSentence(verdict)} ${sentenceOf(obstacles, because)}`,
  'family-verdict': ({ verdict }) => (verdict === null ? '' : runReasonSentence(verdict)),
};

/** Why a prediction or an attempt is right, wrong, or left out. */
export const reasonSentence = (reason: EvaluationReason | RejectionReason): string => sentenceOf(reasons, reason);
