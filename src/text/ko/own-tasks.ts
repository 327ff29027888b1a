/** @file The words of tasks of one's own. */
export const ownTasks = {
  title: '나의 과제',
  about:
    '문제와 답을 JSON 줄이나 CSV로 주세요. 이 탭에서 무작위 가중치로부터 그 과제를 위한 두 모델을 만듭니다. 그다음 환경이 새 과제를 답과 함께 쓰고, 남겨 둔 과제가 에이전트가 배운 것을 보여 줍니다.',
  text: '과제: 줄마다 prompt와 answer가 있는 JSON 객체, 또는 그 머리글의 표',
  cut: '파일이 이 칸에 보이는 것보다 깁니다. 전부 읽습니다.',
  open: '과제 파일 열기',
  clear: '새로 시작',
  rule: '정답 기준',
  asGiven: '과제에 적힌 대로',
  rules: {
    exact: '같은 텍스트',
    number: '같은 수',
    set: '쉼표로 나눈 같은 항목',
    'token-f1': '토큰 F1',
    json: '같은 JSON',
  },
  form: '읽는 꼴',
  bySize: '서로 다른 단어가 적으면 단어',
  forms: { words: '단어', text: '바이트 쌍 텍스트' },
  preview: '모델이 읽게 될 것',
  found: (tasks: number, rule: string, form: string) =>
    `서로 다른 과제 ${tasks}개. 정답 기준: ${rule}. 읽는 꼴: ${form}.`,
  derived: '레벨은 답의 길이를 따르고, 모든 답의 길이가 같으면 문제의 길이를 따릅니다.',
  level: '레벨',
  splits: { training: '훈련', development: '개발', 'held-out': '남겨 둠' },
  agentReads: (level: number) => `레벨 ${level}: 에이전트가 읽는 것 → 써야 하는 것`,
  environmentReads: (level: number) => `레벨 ${level}: 환경이 읽는 것 → 써야 하는 것`,
  unchecked:
    '쓰인 과제가 주어진 과제이거나 거의 같으면 그 정답 키를 확인합니다. 그 밖의 키는 아무도 확인할 수 없습니다. 여러 키의 일치는 설정에서 요구할 수 있습니다.',
  tokens: '토큰으로 보기',
  choose: '다음 실행에 이 과제 고르기',
  chosen: (name: string) => `“${name}”: 골랐습니다. 다음 실행이 이것으로 진행되고, 설정 링크도 짧은 동안 담습니다.`,
  problems: '줄마다의 문제',
};
