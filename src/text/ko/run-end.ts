/** @file The words of the end of one's own run. */
export const end = {
  label: '이 실행의 끝',
  learned: (from: string, epoch: string, to: string, lastEpoch: string) =>
    `홀드아웃 성공률: 에포크 ${epoch}에서 ${from}, 에포크 ${lastEpoch}에서${from === to ? '도' : ''} ${to}.`,
  next: '다음: 표시된 에포크에서 분기하거나, 설정에서 에포크 수를 늘려 계속하세요.',
  task: (task: string) => `과제 “${task}”, 처음과 끝의 답`,
  heldOut: (task: string) => `“${task}”, 어떤 모델도 학습에 쓰지 않는 과제`,
  none: '다시 나와서 끝에 더 자주 풀린 과제도, 맞게 바뀐 홀드아웃 프롬프트도 없습니다.',
  branch: (epoch: string) => `에포크 ${epoch}에서 분기`,
  again: '새 실행',
  lesson: (title: string) => `레슨: ${title}`,
} as const;
