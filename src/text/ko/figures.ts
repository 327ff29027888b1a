/** @file Words of the figures page. */
import { missingAblations } from './figure-words.ts';

export const figures = {
  title: '실행으로 그린 논문의 그림',
  about:
    '논문의 그림마다 축소판이 있으며, 스윕의 실행, 이 페이지의 실행, 또는 기록된 결과로 그립니다. SVG와 CSV에는 만든 설정과 시드가 들어 있습니다. SVG는 메타데이터에, CSV는 행 위에 있습니다. PNG는 그림만 담습니다.',
  source: '실행',
  sweeps: '스윕',
  single: '이 페이지의 개별 실행',
  ownFamilies: '표 1: 이 스윕 전부, 과제군별',
  recorded: '기록된 결과(docs/results.md)',
  families: '표 1: 과제군 하나씩',
  sweepOption: (name: string, finished: string) => `${name}(실행 ${finished}개)`,
  choose: '이 페이지의 실행',
  chosen: (name: string, epochs: string) => `${name} · ${epochs}에포크`,
  axis: '학습 곡선의 가로축',
  noFamilies:
    '이 실행들은 표 1에 들어가지 않습니다. 표 1은 과제군이 하나뿐인 프리셋을 설정을 바꾸지 않고 돌린 실행만 씁니다.',
  noneChosen: '실행을 하나 이상 고르세요.',
  drawing: '그림을 그리고 있습니다.',
  files: (title: string) => `“${title}” 파일`,
  noPng: (cause: string) => `PNG를 만들지 못했습니다(${cause}). SVG를 쓰세요. 어떤 그리기 프로그램에서도 열립니다.`,
  missingAblations,
  refresh: '실행 다시 읽기',
} as const;
