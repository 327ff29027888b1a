/** @file The words of the drawn figures. */
import type { Axis } from '../../analysis/axes.ts';
import type { FigureWords, RunCounts } from '../../figures/words.ts';
import { setting, type SettingName } from '../../genenv/settings/settings.ts';
import { armTitle } from './arms.ts';
import { axes } from './axes.ts';
import { familyTitle } from './families.ts';
import { settingWords } from './settings.ts';

function meanOf({ fewest, most, seeds, pairs }: RunCounts): string {
  const n = fewest === most ? `${fewest}` : `${fewest}~${most}`;
  return (
    `실험군마다 실행 n = ${n}개의 평균(시드 ${seeds}개, 모델 쌍 ${pairs}개)` +
    `${most > 1 ? '과 95% 부트스트랩 구간입니다' : '이며, 실행이 하나여서 구간은 없습니다'}.`
  );
}

const axisNote = (axis: Axis): string =>
  axis === 'epoch' || axis === 'rollouts'
    ? `가로축: ${axes[axis].label}. 환경 모델 자신의 학습까지 세는 부동소수점 연산으로 그리면 실험군의 순위가 다를 수 있습니다.`
    : `가로축: ${axes[axis].label}. 모든 실험군에서 같은 에이전트 롤아웃으로 그리면 실험군의 순위가 다를 수 있습니다.`;

const percent = (share: number): string => `${Math.round(100 * share)}%`;

const HELD_OUT = '홀드아웃 성공률';
const SQUARED_GRADIENT_NORM = '그래디언트 노름의 제곱';
const SHARE_OF_GROUPS = '그룹의 비율';

const missingArms = (arms: readonly string[]): string => `여기에 없는 실험군의 실행: ${arms.map(armTitle).join(', ')}.`;

/** Names the settings that have no ablation among these runs. */
export const missingAblations = (names: readonly SettingName[]): string =>
  names.length === 0
    ? ''
    : `절제 실험이 없는 설정: ${names.map((name) => settingWords[name].label).join(', ')}. ${
        names.length > 1 ? '이 가운데 하나를' : '이것을'
      } 바꾸는 스윕을 실행하세요.`;

export const figureWords: FigureWords = {
  arm: armTitle,
  base: '학습 전',
  family: familyTitle,
  average: '평균',
  setting: (name) => ({ ...settingWords[name], symbol: setting(name).symbol }),
  axes,
  quantities: {
    'held-out success': { title: HELD_OUT, label: HELD_OUT },
    successRate: { title: '학습 중의 성공률', label: 'p̂' },
    reward: { title: '학습 점수', label: '평균 보상' },
    responseLength: { title: '답의 길이', label: '토큰' },
    taskLength: { title: '과제의 길이', label: '토큰' },
    meanLevel: { title: '과제의 난이도', label: '평균 레벨' },
    unsolvedShare: { title: '모두 틀림', label: SHARE_OF_GROUPS },
    solvedShare: { title: '모두 맞음', label: SHARE_OF_GROUPS },
    mixedShare: { title: '혼합: GRPO가 배우는 그룹', label: SHARE_OF_GROUPS },
  },
  paper: '논문',
  missingArms,
  missingFamilies: (benchmarks) => `다음을 본뜬 과제군의 실행은 여기에 없습니다: ${benchmarks.join(', ')}.`,
  conditionTitle: (title, condition) => `${title}(${condition})`,

  table1: ({ counts, genenvPercent, basePercent }) => ({
    title: '표 1의 축소판: 과제군별 홀드아웃 성공률',
    caption:
      `모든 실험군에서 에이전트 롤아웃을 똑같이 쓴 뒤, 학습에 쓰지 않은 과제의 성공률. ${meanOf(counts)} ` +
      `논문에서 7B GenEnv는 다섯 벤치마크 평균 ${genenvPercent.toFixed(1)}%에 이르며 기반 모델은 ` +
      `${basePercent.toFixed(1)}%입니다. 실행은 하나씩이고, 모델과 과제가 다릅니다.`,
    empty: '평가한 실행이 없어 표가 비어 있습니다.',
  }),
  figure1: ({ counts }) => ({
    title: '그림 1의 축소판: 과제를 얻는 방법마다의 결과',
    caption:
      `에이전트 롤아웃을 똑같이 쓴 뒤의 홀드아웃 성공률. ${meanOf(counts)} ` +
      '오른쪽: 논문의 BFCL 검증, 실행은 하나씩이며 축이 0에서 시작하지 않습니다.',
    own: '이 실행들',
    paper: '논문, BFCL 검증',
    paperScore: '검증 점수',
  }),
  figure4: ({ counts, parts }) => ({
    title: '그림 4의 축소판: 안에서 본 GenEnv 실행',
    caption:
      `학습 과제의 평균 보상, 학습에 쓰지 않은 과제의 성공률, 답의 평균 토큰 수. ${meanOf(counts)} ` +
      '오른쪽 아래: 실행을 여섯으로 나눈 p̂, 그 옆은 논문의 여섯 에포크(회색)로, 길고 수가 적습니다.',
    parts: { title: '실행의 6분의 1마다의 점수', x: '실행의 6분의 몇, 또는 논문의 에포크', label: 'p̂' },
    tooShort: `6분의 1마다의 점수에는 ${parts}에포크 이상의 실행이 필요합니다.`,
  }),
  figure5: ({ counts }) => ({
    title: '그림 5의 축소판: 과제와 답이 길어지는가?',
    caption:
      `환경 모델이 쓰는 과제와 에이전트의 답의 평균 토큰 수, 그리고 p̂. ${meanOf(counts)} ` +
      '오른쪽 아래는 논문: 여섯 에포크 동안 답은 49% 길어지고(점선), 과제는 캡션에서 길어진다고 하지만 3% 짧아집니다.',
    paper: { title: '논문: 첫 에포크부터의 변화', x: axes.epoch.label, label: '변화' },
  }),
  figure6: ({ counts, axis }) => ({
    title: '그림 6의 축소판: 학습하는 동안의 홀드아웃 성공률',
    caption: `학습에 쓰지 않은 과제의 성공률. ${meanOf(counts)} ${axisNote(axis)}`,
    panels: {
      adapting: 'Random, Static과 비교',
      offline: 'Random, 오프라인 교사와 비교',
      others: '다른 실험군과 비교',
    },
  }),
  figure7: ({ counts, low, high }) => ({
    title: '그림 7의 축소판: 구간 안에 머무는 성공률',
    caption:
      `학습 과제의 p̂과 논문의 구간 ${low}~${high}(노란색). 논문은 두 번째 에포크에 들어갑니다. ${meanOf(counts)} ` +
      '구간에 머문 시간 자체는 학습을 보여 주지 않습니다. 홀드아웃 성공률과 과제의 레벨을 보세요.',
    timeInBand: ({ arm, share, interval, n }) => {
      const range = interval ? ` [${percent(interval.low)}, ${percent(interval.high)}]` : '';
      return `${armTitle(arm)}: 구간 안에 든 에포크 ${percent(share)}${range}(n = ${n}).`;
    },
  }),
  figure8: ({ counts }) => ({
    title: '그림 8의 축소판: 아무것도 가르치지 않는 과제',
    caption: `한 에포크에서 모두 틀린, 모두 맞은, 섞인 그룹의 비율. 마지막 것만 정책 그래디언트를 줍니다. ${meanOf(counts)}`,
  }),
  ablation: ({ counts, name, axis }) => {
    const { label, meaning } = settingWords[name];
    const { symbol } = setting(name);
    const x = symbol ? `${label}(${symbol})` : label;
    return {
      title: `${x}: 무엇이 달라지는가`,
      caption: `${meaning} 모든 값에서 ${axes[axis].label} 기준으로 같은 양을 쓴 뒤의 홀드아웃 성공률. ${meanOf(counts)} ${axisNote(axis)}`,
      x,
      measures: { final: '끝에서', area: '그때까지의 평균' },
      empty: '평가한 실행이 없어 그림이 비어 있습니다.',
      alsoVarying: (names) => `이 실행들은 다음도 다릅니다: ${names.join(', ')}. 값 하나를 골라 비교하세요.`,
    };
  },
  overlay: ({ runs, axis }) => ({
    title: '겹쳐 그린 실행',
    caption: `실행마다 곡선 하나, 모두 ${runs}개입니다. 개별 실행은 우연으로도 다르니, 여러 시드에서 실험군을 비교하세요. ${axisNote(axis)}`,
    withoutSeconds: (without) =>
      without === runs
        ? '이 실행들에는 기록된 시간이 없습니다.'
        : `실행 ${runs}개 중 ${without}개는 중단되어 기록된 시간이 없으므로 그리지 않았습니다.`,
  }),
  classResults: ({ counts, files }) => ({
    title: '이 수업의 실행',
    caption: `파일 ${files}개에서. ${meanOf(counts)} 두 구간이 많이 겹치면 이 실행들로는 두 그룹을 구별할 수 없습니다.`,
  }),
  proposition1: ({ groupSize, constants }) => ({
    title: '명제 1: 성공률 p인 과제가 가르치는 양',
    caption:
      `이론(G = ${groupSize}): r − μ에서 어드밴티지 제곱의 평균은 명제의 인자인 p(1 − p)(G − 1)/G이고, ` +
      '표준편차로 나누면 P(혼합 그룹) = 1 − pᴳ − (1 − p)ᴳ입니다. ' +
      (constants
        ? `모델에서 잰 값은 과제마다 점 하나입니다. E‖g‖²은 C·p(1 − p) 사이에 있으며 C의 범위는 ` +
          `${constants.least.toPrecision(3)}~${constants.greatest.toPrecision(3)}입니다(음영).`
        : ''),
    x: '성공률 p',
    noSignal: '성공과 실패가 모두 있는 과제를 재지 못해 볼 수 있는 신호가 없습니다.',
    theory: { title: '이론: 어드밴티지 제곱의 평균', label: 'E[A²], P(혼합)' },
    measured: {
      centred: { title: '측정: E‖g‖², g = (r − p̂)∇log π', label: SQUARED_GRADIENT_NORM },
      scaled: { title: '측정: 같은 것을 σ²으로 나눔', label: SQUARED_GRADIENT_NORM },
      group: { title: '측정: 그룹 전체의 그래디언트', label: '노름의 제곱' },
    },
    legend: { centred: 'A = r − μ', scaled: 'A = (r − μ)/σ', mixed: 'P(혼합 그룹)' },
  }),
  theorem1: ({ closer, farther, alpha, beta, rollouts, trials }) => ({
    title: '정리 1: 틀린 배치가 더 보상받는 일은 얼마나 잦은가?',
    caption:
      `에이전트의 참 성공률이 ${closer}, ${farther}인 두 과제 배치. 앞의 것이 α = ${alpha}에 더 가깝습니다. ` +
      `왼쪽: β = ${beta}일 때의 R_env(p̂), 그리고 두 배치에서 p̂ = k/${rollouts}마다의 확률. 오른쪽: R_env가 앞의 배치를 ` +
      `더 높이 두지 않을 확률을 롤아웃 수에 따라. 모든 결과를 정확히 더한 값, 시드가 정해진 시행 ${trials}번, 그리고 ` +
      `정리의 상계 4·exp(−(2/9)(Δ₂ − Δ₁)²n)이며, 상계가 1을 넘으면 아무것도 말해 주지 않습니다. β는 보상을 바꾸지만 ` +
      '순위는 바꾸지 않습니다.',
    outcomes: {
      title: `R_env(p̂), 그리고 p̂이 놓이는 곳(n = ${rollouts})`,
      x: 'p̂',
      label: 'R_env, p̂의 확률',
    },
    misranking: {
      title: 'Pr(R_env(p̂₁) ≤ R_env(p̂₂))',
      x: '배치당 롤아웃(n)',
      label: '확률',
    },
    legend: {
      closer: `p̂₁, 참 성공률 ${closer}`,
      farther: `p̂₂, 참 성공률 ${farther}`,
      exact: 'R_env, 정확한 값',
      simulated: '시뮬레이션',
      bound: '상계',
    },
  }),
};
