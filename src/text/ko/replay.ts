/** @file The words of replays and of the recorded example. */
export const replay = {
  label: '녹화된 실행',
  example: '녹화된 실행입니다.',
  begin: '이제 직접: 내 실행 시작',
  beginHint: '이 브라우저에서 직접 계산하는 실행이 시작됩니다.',
  stored: '녹화된 것이어서 아무것도 계산하지 않습니다.',
  live: '이 설정으로 새 실행',
  noExample: (cause: string) => `예시를 보여 줄 수 없습니다: ${cause}`,
  noMoment:
    '녹화된 실행에는 이 수업의 내용을 보여 주는 에포크가 없습니다. 페이지를 운영하는 사람이 다른 실행을 녹화할 수 있습니다(scripts/make-example.ts).',
  watch: '이야기 보기',
  watchHint: '페이지와 함께 제공되는 녹화된 실행, 첫 에포크부터',
  back: '내 실행으로 돌아가기',
  status: {
    waiting: '녹화된 실행의 나머지를 불러오고 있습니다.',
    beginning: '재생: 첫 에포크 전입니다.',
    playing: (epoch: string, stage: string) => `에포크 ${epoch} 재생: ${stage}.`,
    paused: (epoch: string, stage: string) => `에포크 ${epoch}, “${stage}” 뒤에서 재생을 일시 정지했습니다.`,
    end: (epochs: string) => `재생 끝: 녹화된 ${epochs}에포크를 모두 보여 주었습니다.`,
  },
} as const;
