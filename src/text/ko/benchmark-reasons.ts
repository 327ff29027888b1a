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
  'calls-match': () => '모든 호출이 맞습니다.',
  'no-call': () => '출력에 호출이 없습니다.',
  'not-decodable': ({ problem }) => `출력을 해석할 수 없습니다. ${errorSentence(problem)}`,
  'not-evaluated': ({ problem }) => errorSentence(problem),
  'rightly-no-call': ({ because }) => `호출하지 않은 것이 맞습니다. ${sentenceOf(bfcl, because)}`,
  'call-not-wanted': () => '출력이 함수를 부르지만, 부르지 말아야 합니다.',
  'rightly-a-call': () => '출력이 마땅히 함수를 부릅니다.',
  'wrong-function': ({ called, expected }) => `함수가 ${called}인데, ${expected} 함수여야 합니다.`,
  'required-parameter-missing': ({ parameter }) => `필수 매개변수 ${parameter}의 값이 없습니다.`,
  'parameter-not-expected': ({ parameter }) => `매개변수 ${parameter}의 값이 있으면 안 됩니다.`,
  'parameter-not-optional': ({ parameter }) => `매개변수 ${parameter}의 값은 여기서 생략할 수 없습니다.`,
  'wrong-call-count': (reason) => `호출이 ${reason.calls}개입니다. ${reason.expected}개여야 합니다.`,
  'no-call-matches': (reason) =>
    `있어야 할 ${reason.function} 호출과 맞는 것이 없습니다. ${sentenceOf(bfcl, reason.last)}`,
  'wrong-type': ({ parameter, expected, actual, value }) =>
    `${parameter}: ${expected} 형이어야 하는데 ${actual} 형 ${value}입니다.`,
  'wrong-element-type': ({ parameter, expected, value }) =>
    `${parameter}: ${value}에 ${expected} 형이 아닌 요소가 있습니다.`,
  'value-not-allowed': ({ parameter, value, allowed }) => `${parameter}: ${value} 값은 ${allowed}에 없습니다.`,
  'no-dictionary-allowed': ({ parameter }) => `${parameter}: 딕셔너리는 허용되지 않습니다.`,
  'key-missing': ({ parameter, key }) => `${parameter}: 키 ${key} 항목이 없습니다.`,
  'key-not-expected': ({ parameter, key }) => `${parameter}: 키 ${key} 항목이 있으면 안 됩니다.`,
  'value-of-key-not-allowed': ({ parameter, key, value, allowed }) =>
    `${parameter}: ${key} 키의 ${value} 값은 ${allowed}에 없습니다.`,
  'no-list-of-dictionaries-allowed': ({ parameter }) => `${parameter}: 딕셔너리의 리스트는 허용되지 않습니다.`,
  'wrong-dictionary-count': ({ parameter, count, expected }) =>
    `${parameter}: 딕셔너리가 ${count}개인데 ${expected}개여야 합니다.`,
  'item-without-function': () => '문항에 함수가 없습니다.',
  'gold-function-not-listed': (reason) => `정답의 함수가 목록에 없습니다: ${reason.function}.`,
  'unknown-schema-type': ({ parameter, of, type }) =>
    `스키마에서 ${parameter}${of === 'elements' ? '의 요소' : ''}의 형이 알 수 없는 것입니다: ${type ?? 'undefined'}.`,
  'gold-is-not-a-list': ({ value }) => `정답에 리스트 대신 ${value} 값이 있습니다.`,
  'gold-is-not-a-dictionary': ({ parameter, value }) => `${parameter}의 정답에 딕셔너리 대신 ${value} 값이 있습니다.`,
  'element-is-not-a-dictionary': ({ parameter, index }) => `${parameter}[${index}]: 딕셔너리가 아닙니다.`,
};

const comparison: Sentences<CheckFailure> = {
  'input-lacks-field': ({ field }) => `입력에 ${field} 필드가 없습니다`,
  'field-is-not-text': ({ field }) => `${field} 값이 텍스트가 아닙니다`,
  'field-is-empty': ({ field }) => `${field} 값이 비어 있습니다`,
};

const apiBank: Sentences<CallReason | ExactReason> = {
  'expected-result': ({ api }) => `${api} 호출이 기대한 결과를 줍니다.`,
  'no-api-call': () => '출력에 [Name(arguments)] 형식의 호출이 없습니다.',
  'other-api': ({ called, expected }) => `호출이 ${called}인데, ${expected} 호출이어야 합니다.`,
  'unknown-api': ({ api }) => `API ${api}: 알 수 없습니다.`,
  'unknown-parameter': ({ api, parameter }) => `${api}에는 매개변수 ${parameter} 항목이 없습니다.`,
  'parameter-is-not-a-whole-number': ({ parameter }) => `매개변수 ${parameter}의 값이 정수가 아닙니다.`,
  'argument-missing': ({ parameter }) => `인수 ${parameter}의 값이 없습니다.`,
  'call-fails': ({ exception }) => `호출이 실패합니다: ${exception}`,
  'other-output': () => '호출의 출력이 다릅니다.',
  'other-input': () => '호출의 출력은 기대한 대로지만 입력이 다릅니다.',
  'results-not-comparable': ({ because }) => `결과를 비교할 수 없습니다. ${sentenceOf(comparison, because)}.`,
  'not-recorded': ({ api }) => `${api}에는 이 입력에 대해 기록된 답이 없습니다.`,
  'exact-parameters': (reason) => `${reason.function}의 매개변수가 기대와 정확히 같습니다.`,
  'other-parameters': (reason) => `${reason.function}의 매개변수가 ${reason.expected} 값과 다릅니다.`,
  'function-not-called': (reason) => `호출 가운데 ${reason.function} 호출이 없습니다.`,
  'no-tool-call': () => '출력에 도구 호출이 없습니다.',
};

const alfworld: Sentences<AlfworldReason> = {
  won: (reason) => `명령 ${reason.commands}개로 이겼습니다.`,
  'goal-not-reached': (reason) => `명령 ${reason.commands}개 뒤에 목표에 이르지 못했습니다.`,
  'limit-used': ({ limit }) => `명령 ${limit}개의 한도를 다 썼습니다.`,
};

const quotedChoice = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(' 또는 ');

const bamboogle: Sentences<BamboogleReason> = {
  'answer-matches': ({ expected }) => `답은 ${quotedChoice(expected)}입니다.`,
  'answer-contains-expected': ({ answer, expected }) =>
    `답 “${answer}”에 ${quotedChoice(expected)} 부분이 들어 있지만 같지는 않습니다.`,
  'answer-differs': ({ answer, expected }) => `답 “${answer}”, 정답은 ${quotedChoice(expected)}입니다.`,
};

const constraints: Sentences<ConstraintReason> = {
  'day-lacks-field': ({ day, field }) => `${day}일째에 ${field} 필드가 없습니다.`,
  'day-lacks-entry': ({ day, field }) => `${day}일째에 ${field} 항목이 없습니다.`,
  'entry-is-not-text': ({ day, field }) => `${day}일째: ${field} 값이 텍스트가 아닙니다.`,
  'day-travels-nowhere': ({ day }) => `${day}일째 이동에 출발 도시나 도착 도시가 없습니다.`,
  'day-names-no-city': ({ day }) => `${day}일째에 도시가 적혀 있지 않습니다.`,
  'flight-without-number': ({ day }) => `${day}일째 항공편에 "Flight Number: …"가 없습니다.`,
  'flight-names-no-cities': ({ day }) => `${day}일째 항공편에 도시가 적혀 있지 않습니다.`,
  'leaves-from-elsewhere': ({ city }) => `첫날 ${city}에서 떠나지 않습니다.`,
  'does-not-return': () => '여행이 출발한 곳에서 끝나지 않습니다.',
  'cities-not-in-sequence': () => '도시를 하나씩 차례로 방문하지 않습니다.',
  'unknown-city': ({ city }) => `${city}: 알 수 없는 도시입니다.`,
  'city-outside-destination': ({ city, destination }) => `${city}: ${destination}에 있지 않습니다.`,
  'visited-twice': ({ place }) => `“${place}”에 두 번 갑니다.`,
  'no-transportation-on-first-day': () => '첫날에 교통편이 없습니다.',
  'self-driving-mixed': () => '자가용을 항공편이나 택시와 섞어 씁니다.',
  'transportation-names-other-cities': ({ day }) => `${day}일째: 교통편에 적힌 도시가 그날의 도시가 아닙니다.`,
  'place-in-other-city': ({ day, field }) => `${day}일째: ${field} 장소가 다른 도시에 있습니다.`,
  'unknown-flight': ({ number, from, to }) => `${from}에서 ${to}까지 가는 항공편 ${number} 항목이 없습니다.`,
  'no-road': ({ mode, from, to }) => `${from}에서 ${to}까지 ${mode} 길이 없습니다.`,
  'unknown-place': ({ kind, place }) => `“${place}”: 알 수 없는 곳입니다(${kind}).`,
  'stay-too-short': ({ place, nights }) => `“${place}”에는 적어도 ${nights}박을 해야 합니다.`,
  'days-not-planned': ({ planned, days }) => `${days}일 가운데 ${planned}일만 계획되어 있습니다.`,
  'cities-not-visited': (reason) => `계획이 ${reason.from}의 도시 ${reason.cities}곳을 방문하지 않습니다.`,
  'day-travels-without-transportation': ({ day }) => `${day}일째에 교통편 없이 이동합니다.`,
  'day-lacks-a-meal': ({ day }) => `${day}일째에 식사가 빠져 있습니다.`,
  'half-empty': () => '정보가 절반 넘게 빠져 있습니다.',
  'over-budget': ({ cost, budget }) => `계획의 비용은 $${cost}, 예산은 $${budget}입니다.`,
  'house-rule-forbids': ({ place, rule }) => `“${place}”의 규칙은 “${rule}”입니다.`,
  'other-room-type': ({ place, type, asked }) => `“${place}”의 방은 “${type}”인데, 요청은 “${asked}”입니다.`,
  'cuisine-missing': ({ cuisine }) => `${cuisine} 식사가 없습니다.`,
  'transport-not-wanted': ({ used, asked }) => `계획의 교통편은 ${used}인데, 요청은 “${asked}”입니다.`,
};

const travel: Sentences<TravelReason> = {
  'every-constraint-holds': () => '모든 제약을 지킵니다.',
  'constraint-fails': ({ constraint, because }) =>
    `${constraint.replaceAll('_', ' ')}: ${sentenceOf(constraints, because)}`,
  'plan-not-delivered': ({ problem }) => `계획이 제출되지 않았습니다. ${errorSentence(problem)}`,
};

const rejections: Sentences<RejectionReason> = {
  'line-not-readable': ({ file, line, problem }) => `${file}:${line}: ${errorSentence(problem)}`,
  'unknown-id': ({ file, line, benchmark }) =>
    `${file}:${line}: 읽은 파일의 ${benchmark}에는 id가 이것인 문항이 없습니다.`,
};

const obstacles: Sentences<Obstacle> = {
  'prompt-too-long': ({ tokens, room }) =>
    `모델이 토큰 ${tokens}개를 읽어야 하는데, 컨텍스트에는 답을 빼고 ${room}개의 자리가 있습니다.`,
  'prompt-not-readable': ({ problem }) => errorSentence(problem),
};

const reasons: Sentences<EvaluationReason | RejectionReason> = {
  ...bfcl,
  ...apiBank,
  ...alfworld,
  ...bamboogle,
  ...travel,
  ...rejections,
  'not-run': ({ because }) => `실행하지 않았습니다. ${sentenceOf(obstacles, because)}`,
  'ended-early': ({ verdict, because }) => `${reasonSentence(verdict)} ${sentenceOf(obstacles, because)}`,
  'family-verdict': ({ verdict }) => (verdict === null ? '' : runReasonSentence(verdict)),
};

/** Why a prediction or an attempt is right, wrong, or left out. */
export const reasonSentence = (reason: EvaluationReason | RejectionReason): string => sentenceOf(reasons, reason);
