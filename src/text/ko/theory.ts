/** @file Words of the theory part. */
export const theory = {
  empty: '그리는 중입니다.',
  proposition: {
    title: '명제 1: 왜 절반인가',
    statement:
      '에이전트는 보상 r ∈ {0, 1}, 성공률 p, 기준선 b = p일 때 g = (r − b)∇log π에서 배웁니다. 그 노름 제곱의 기댓값은 p(1 − p)의 두 배수 사이에 있어, p = ½에서 가장 크고 0과 1에서는 없습니다.',
    tex: 'C_{\\min}\\,p(1-p)\\;\\le\\;\\mathbb{E}\\,\\lVert g\\rVert^2\\;\\le\\;C_{\\max}\\,p(1-p)',
    grpo: 'GRPO는 그룹의 표준편차로 나누므로 인자 p(1 − p)가 다시 사라집니다. 남는 것은 롤아웃 G개의 그룹이 혼합 그룹일 확률입니다:',
    mixedTex: 'P(\\text{혼합}) = 1 - p^{G} - (1-p)^{G}',
    consequence:
      '가운데에서는 거의 평평합니다. σ로 나누면 p = 0.2인 과제가 ½인 과제와 거의 같은 만큼 가르치고, 언제나 성공하거나 한 번도 성공하지 못하는 과제만 아무것도 가르치지 않습니다.',
    groupSize: '그룹 크기',
    p: '성공률',
    values: {
      centred: '어드밴티지 제곱의 평균, r − μ',
      scaled: '같은 것을 σ²으로 나눔',
      mixed: 'P(혼합 그룹)',
    },
    measure: {
      title: '열린 실행에서 측정',
      about:
        '실행의 에이전트가 지금 그대로 모든 레벨의 과제를 풉니다. 롤아웃마다 그래디언트를 학습률 0으로 계산하므로 아무것도 움직이지 않습니다. 그 뒤 실행은 재지 않은 것처럼 계속됩니다.',
      tasks: '레벨당 과제',
      rollouts: '과제당 롤아웃',
      start: '측정',
      stop: '멈춤',
      waiting: '지금 단계가 끝나기를 기다립니다.',
      progress: (done: string, total: string) => `과제 ${total}개 중 ${done}번째`,
      progressLabel: '측정한 과제',
      none: '측정에는 열린 실행이 필요합니다. 불러온 모델이 없어 이 페이지에는 없습니다.',
      found: (points: string, mixed: string, epoch: string) =>
        `에포크 ${epoch} 뒤에 과제 ${points}개를 쟀고, 성공과 실패가 모두 있는 것은 ${mixed}개입니다.`,
      few: '학습하지 않은 에이전트는 대부분의 과제에서 언제나 실패합니다. 몇 에포크 실행하고 다시 재면 점이 퍼집니다.',
    },
  },
  theorem: {
    title: '정리 1: 공정한 판단에 필요한 롤아웃의 수',
    statement:
      '환경 모델은 성공률 α인 과제에 보상을 받지만, 롤아웃 n개의 추정값 p̂만 봅니다. 두 과제 배치의 참 성공률이 p₁, p₂이고 거리 Δᵢ = |pᵢ − α|에서 앞의 것이 더 가깝습니다(Δ₁ < Δ₂). 그 보상이 더 높지 않을 확률은 n에 따라 지수적으로 줄어듭니다:',
    tex: '\\Pr\\bigl(R_{\\mathrm{env}}(\\hat p_1) \\le R_{\\mathrm{env}}(\\hat p_2)\\bigr)\\;\\le\\;4\\exp\\!\\Bigl(-\\tfrac{2}{9}(\\Delta_2-\\Delta_1)^2 n\\Bigr),\\qquad R_{\\mathrm{env}}(\\hat p)=e^{-\\beta(\\hat p-\\alpha)^2}',
    loose: '상계는 느슨합니다. 1을 넘어 아무것도 말해 주지 않을 때가 많지만, 정확한 확률은 이미 작습니다.',
    sliders: {
      n: '배치당 롤아웃',
      alpha: '목표 성공률',
      beta: '커리큘럼의 날카로움',
      p1: '한 배치의 참 성공률',
      p2: '다른 배치의 참 성공률',
    },
    values: {
      exact: '순위가 틀릴 정확한 확률',
      bound: '상계',
      rewards: 'p₁과 p₂에서의 R_env',
    },
    vacuous: '말해 주는 것 없음',
    equal: (distance: string) =>
      `두 배치가 모두 α에서 ${distance}만큼 떨어져 있어 어느 쪽도 낫지 않고, 정리는 아무것도 말해 주지 않습니다. 하나를 움직이세요.`,
  },
} as const;
