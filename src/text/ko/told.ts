/** @file The words of “What is it told?”: what contexts tell of the agent, the dial, and what it came to. */

export const told = {
  about:
    '환경 모델은 과제를 쓰기 전에 컨텍스트를 읽습니다. 어느 세계인지, 에이전트에 관한 사실 몇 가지, 과제의 시작입니다.',
  told: {
    title: (epoch: string) => `에포크 ${epoch}에 전달된 것`,
    none: '아직 아무것도 전달되지 않았습니다. 첫 에포크가 첫 사실을 전달합니다.',
    nothing: '이 에포크에는 아무것도 전달되지 않았습니다. 환경 모델이 과제를 쓰지 않았습니다.',
    success: (range: string) => `최근 성공률: 에이전트가 최근에 푼 과제는 ${range}입니다.`,
    successAt: (range: string) => `최근 성공률: 전달된 레벨에서 에이전트가 최근에 푼 과제는 ${range}입니다.`,
    level: (level: string) => `레벨: 최근 과제는 레벨 ${level} 정도였습니다.`,
    levels: (least: string, most: string) =>
      `레벨: 최근 과제는 레벨 ${least}~${most} 정도였습니다. 컨텍스트마다 그중 하나를 말합니다.`,
    weak: (skills: string) => `약한 기술: 에이전트가 평소보다 못하는 것은 ${skills}입니다.`,
    noWeak: '약한 기술: 전달되지 않습니다.',
    alone: (setting: string) =>
      `에이전트에 관해 그 밖의 것은 전달되지 않습니다. “${setting}” 설정은 레벨과 약한 기술을 더하며, 그것을 읽는 법을 배운 환경 모델을 위한 것입니다.`,
    off: '조건화가 꺼져 있습니다. 에이전트가 어떻든 모든 컨텍스트가 같은 말을 합니다.',
    verbatim: (contexts: string) => `컨텍스트 ${contexts}개 중 하나, 환경 모델이 읽는 그대로`,
  },
  dial: {
    title: '다르게 말해 보기',
    about:
      '사실 하나만 다르게 전달합니다. 가중치, 과제의 시작, 난수는 모두 그대로입니다. 달라지는 것은 이 사실의 효과입니다.',
    fact: '사실',
    facts: { success: '최근 성공률', level: '레벨', weak: '약한 기술' },
    value: '전달할 내용',
    level: (level: string) => `레벨 ${level}`,
    noSkill: '없음',
    weights: '가중치',
    start: '첫 에포크 전',
    after: (epoch: string) => `에포크 ${epoch} 뒤`,
    move: (texts: string) =>
      `무엇을 전달할지 고르세요. 그러면 텍스트 ${texts}개를 두 번, 원래 전달된 대로와 고른 대로 씁니다.`,
    asking: '현재 단계가 끝나면 환경 모델이 씁니다.',
    recording:
      '다이얼에는 환경 모델의 가중치가 필요한데 기록에는 없습니다. 자신의 실행을 시작하거나 저장된 실행을 여세요.',
    noGpu:
      '다이얼은 환경 모델이 과제를 쓰게 하므로 WebGPU가 필요하지만 이 브라우저에는 없습니다. 여기의 나머지는 모두 로그에서 왔습니다.',
    noRun: '다이얼에는 열린 실행이 필요합니다. 하나를 시작하거나 저장된 실행을 여세요.',
  },
  result: {
    title: (weights: string) => `쓰는 것(가중치: ${weights})`,
    asTold: '전달된 대로',
    otherwise: '고른 대로',
    levels: '과제의 레벨',
    level: '레벨',
    skill: '기술',
    skills: '과제에 필요한 기술',
    valid: (texts: string, asTold: string, otherwise: string) =>
      `텍스트 ${texts}개씩. 유효한 과제: 전달된 대로 ${asTold}, 고른 대로 ${otherwise}.`,
    same: (same: string, texts: string) => `단어 하나까지 같은 것: ${texts}개 중 ${same}개.`,
    means: (asTold: string, otherwise: string) => `평균 레벨: 전달된 대로 ${asTold}, 고른 대로 ${otherwise}.`,
    harder: (difference: string, low: string, high: string) =>
      `더 어려운 과제를 씁니다. 컨텍스트별 차이 ${difference} 레벨(95% 구간 ${low}~${high}).`,
    easier: (difference: string, low: string, high: string) =>
      `더 쉬운 과제를 씁니다. 컨텍스트별 차이 ${difference} 레벨(95% 구간 ${low}~${high}).`,
    neither: (difference: string, low: string, high: string) =>
      `이만큼의 텍스트로는 레벨 차이가 드러나지 않습니다. ${difference}(95% 구간 ${low}~${high}).`,
  },
  curves: {
    success: {
      title: '전달된 성공률',
      about: '한 에포크의 컨텍스트 평균. 컨텍스트는 그것이 속한 5분의 1 구간만 말합니다.',
      y: '전달된 성공률',
    },
    level: {
      title: '레벨: 전달된 것과 시도한 것',
      about: '컨텍스트가 전달한 레벨의 평균과, 시도한 과제의 레벨 평균.',
      untold: '이 실행의 컨텍스트는 레벨을 전달하지 않습니다. 시도한 과제의 평균 레벨입니다.',
      y: '레벨',
      told: '전달됨',
      attempted: '시도함',
    },
  },
} as const;
