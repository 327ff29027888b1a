/** @file The words of the lessons (see English). */
import type { LessonWords } from '../en/lessons.ts';
import { went } from './went.ts';

const taskAnswerReward: LessonWords = {
  title: '과제, 답, 보상',
  about: '두 모델이 서로에게 하는 말: 환경 모델이 과제를 쓰고, 에이전트가 답하고, 규칙이 판정합니다.',
  steps: {
    task: {
      ask: '왼쪽의 행 하나하나가 환경 모델이 쓴 과제입니다. 하나를 여세요: 그 행을 고르면 됩니다.',
      found: ({ epoch, tasks, task, groupSize }) =>
        `에포크 ${epoch}에는 과제가 ${tasks}개 있고, 예를 들면 “${task}”입니다. 에이전트는 과제마다 ${groupSize}번 답하며, 그것이 그룹입니다.`,
    },
    answer: {
      ask: '“heat cup” 같은 과제의 답에는 무엇이 적혀 있어야 할까요?',
      choices: [
        { says: '과제를 다시 한번', instead: '과제는 바라는 것을 말하고, 답은 어떻게 하는지를 말해야 합니다.' },
        { says: '물건, 동작, 그리고 그것이 되는 설비' },
        {
          says: '사람 마음에 드는 글이면 무엇이든',
          instead: '사람도 모델도 판정하지 않습니다. 규칙이 답의 설비를 과제의 세계에 있는 설비와 비교합니다.',
        },
      ],
      found: ({ task, right, wrong, station, verb }) =>
        `“${task}”에 에이전트가 쓴 답: 맞은 것은 “${right}”, 틀린 것은 “${wrong}”입니다. ${station}에서는 ${verb} 동작을 할 수 없습니다. 어느 설비가 무엇을 하는지는 아무도 알려 주지 않았습니다.`,
    },
    reward: {
      ask: '과제가 두 가지를 요구합니다. 에이전트가 첫째는 맞게, 둘째는 틀리게 합니다. 답은 보상을 얼마나 받을까요?',
      choices: [
        { says: '0' },
        { says: '½', instead: '이 세계에는 보상의 일부라는 것이 없습니다. 전부 맞거나, 아니면 틀립니다.' },
        { says: '1', instead: '보상 1은 틀린 것이 없는 답에 줍니다.' },
      ],
      found: ({ answers, reward }) =>
        `이 에포크에 이런 답이 ${answers}개 있었고, 가장 많이 받은 보상이 ${reward}입니다. 그래서 긴 과제는 운으로 풀기 어렵습니다.`,
    },
    rate: {
      ask: '과제의 성공률 p̂은 그 답 가운데 맞은 것의 비율입니다. 꼭 절반이 맞은 과제가 있는 에포크로 타임라인을 옮기세요.',
      found: ({ epoch, task, right, answers, rate }) =>
        `에포크 ${epoch}: 과제 “${task}”의 답 ${answers}개 중 ${right}개가 맞아 p̂ = ${rate}입니다. 이런 과제가 무엇에 좋은지는 다음 레슨에서 묻습니다.`,
    },
  },
  sheet: {
    ask: [
      '과제는 누가 쓸까요? 답은 누가 할까요? 맞는지는 누가 정할까요?',
      '에이전트에게는 정답을 알려 주지 않습니다. 무엇을 알려 줄까요?',
      '한 과제에 답이 하나로는 왜 모자랄까요?',
    ],
    happens: [
      '과제는 목표의 목록이고, 답은 목표마다 물건, 동작, 설비를 적습니다.',
      '모든 목표를 이루면 보상이 1, 아니면 0입니다. 계산한 것이므로 따질 여지가 없습니다.',
      '한 과제에 대한 답 여덟 개가 서로 다른 것은 에이전트가 단어를 무작위로 뽑기 때문이며, p̂이 거기서 나옵니다.',
    ],
    time: ['2분: 과제를 열고 답을 소리 내어 읽기', '2분: 두 질문', '1분: p̂ = ½ 찾기'],
  },
};

const whyHalf: LessonWords = {
  title: '왜 p = ½인가',
  about:
    '언제나 풀리는 과제는 한 번도 풀리지 않는 과제만큼이나 가르치는 것이 적습니다. 녹화된 실행에서 둘을 찾아봅니다.',
  steps: {
    unsolved: {
      ask: '과제의 4분의 3 이상이 한 번도 풀리지 않은 에포크로 타임라인을 옮기세요.',
      found: ({ epoch, unsolved, groups, mixed }) =>
        `에포크 ${epoch}: 그룹 ${groups}개 중 ${unsolved}개에는 맞은 답이 없습니다. 답이 모두 똑같이 나쁘므로 어드밴티지가 모두 0입니다. 에이전트는 혼합 그룹 ${mixed}개에서 배웁니다.`,
    },
    mixed: {
      ask: '이번에는 그룹의 85% 이상이 혼합 그룹인, 곧 맞은 답과 틀린 답이 섞인 에포크를 찾으세요.',
      found: ({ epoch, mixed, groups }) =>
        `에포크 ${epoch}: 그룹 ${groups}개 중 ${mixed}개가 혼합 그룹입니다. 에이전트가 자기 답끼리 비교할 수 있어 거의 모든 과제가 무언가를 가르칩니다.`,
    },
    signal: {
      ask: '한 과제에 대한 답의 그룹에서, |어드밴티지|를 모두 더한 값은 언제 가장 클까요?',
      choices: [
        {
          says: '답 하나가 맞을 때',
          instead: '맞은 답 하나의 어드밴티지는 크지만 나머지는 저마다 작아서, 모두 더하면 ½일 때보다 작습니다.',
        },
        {
          says: '절반이 맞을 때',
          instead: '이 실행에서는 다른 개수가 앞섰습니다. 그룹이 이렇게 적으면 평균이 불확실합니다.',
        },
        {
          says: '하나만 빼고 다 맞을 때',
          instead: '틀린 답 하나는 세게 밀려나지만 맞은 답들은 거의 얻는 것이 없어, 모두 더하면 ½일 때보다 작습니다.',
        },
      ],
      found: ({ few, some, most, half, size, least }) =>
        `지금까지 본 그룹의 평균 합: ${size}개 중 1개가 맞으면 ${few}, ${half}개가 맞으면 ${some}, ${least}개가 맞으면 ${most}. 그래서 환경 모델은 p̂이 ½에 가까울 때 보상을 받습니다.`,
    },
  },
  sheet: {
    ask: [
      '시작 전: 너무 어려운 숙제와 너무 쉬운 숙제 가운데 어느 쪽이 더 많이 가르칠까요?',
      '2단계 뒤: 환경 모델은 어느 과제가 경계에 있는지 어떻게 알까요?',
      '더 나아가서: 맞고 틀림만 있는 답의 분산은 p(1 − p)입니다. 어디에서 가장 클까요?',
    ],
    happens: [
      '초기 에포크에는 맞은 답이 없는 그룹이 가득하고, 그 어드밴티지는 모두 0입니다.',
      '후기 에포크는 대부분 혼합 그룹이고, 필터 그림의 점 절반쯤이 구간 안에 있습니다.',
      '합은 ½을 중심으로 대칭입니다. 어드밴티지는 그룹 평균과의 거리를 그룹의 표준편차로 나눈 것이기 때문입니다.',
    ],
    time: ['1분: 그림 보기', '2분: 두 에포크', '2분: 질문, 그리고 칠판에 p(1 − p)'],
  },
};

const bandAndGroups: LessonWords = {
  title: 'k_min과 G',
  about: '필터는 |p̂ − α| ≤ k_min인 과제를 남깁니다. 과제마다 답이 적으면 그만큼 가까이 놓일 수 있는 p̂이 거의 없습니다.',
  steps: {
    guess: {
      ask: '과제마다 답이 G = 8개이므로 p̂은 0/8, 1/8 … 8/8 중 하나입니다. 이 아홉 성공률 가운데 α = ½, k_min = 0.1인 필터를 통과하는 것은 몇 개일까요?',
      choices: [
        { says: '하나' },
        { says: '셋', instead: '3/8 = 0.375와 5/8 = 0.625는 ½에서 0.125 떨어져 있어 바로 바깥입니다.' },
        { says: '다섯', instead: '2/8에서 6/8까지 들어가려면 구간이 양쪽으로 0.25까지 뻗어야 합니다.' },
      ],
      found: ({ rates, groupSize }) => `G = ${groupSize}일 때 통과하는 것: ${rates || '없음'}.`,
    },
    narrow: {
      ask: '점 하나하나가 녹화된 실행의 이 에포크에 있는 과제입니다. k_min을 0.1로 하고 어느 점이 점선 구간 안에 있는지 보세요.',
      found: ({ epoch, kept, attempted, rates }) =>
        `에포크 ${epoch}: 구간이 과제 ${attempted}개 중 ${kept}개를 남깁니다. 통과하는 성공률: ${rates || '없음'}.`,
    },
    wide: {
      ask: '이번에는 k_min을 0.3 이상으로 하세요.',
      found: ({ epoch, kept, attempted, rates, kMin }) =>
        `에포크 ${epoch}: k_min = ${kMin}이면 구간이 과제 ${attempted}개 중 ${kept}개를 남깁니다. 통과하는 성공률: ${rates}.`,
    },
    groups: {
      ask: 'k_min을 0.1로 되돌리세요. G가 얼마면 성공률 셋 이상이 통과할까요? “그룹 크기”에서 고르세요.',
      found: ({ groupSize, rates, rollouts }) =>
        `G = ${groupSize}일 때 통과하는 것: ${rates}. 더 촘촘한 p̂에는 값이 따릅니다. 에포크마다 답이 ${rollouts}개입니다.`,
    },
  },
  sheet: {
    ask: [
      '과제마다 답이 8개면 p̂은 어떤 값이 될 수 있을까요? 그 가운데 몇이 0.4와 0.6 사이에 있을까요?',
      '왜 구간을 될 수 있는 대로 넓히지 않을까요?',
      'G를 키운 값은 누가 치를까요?',
    ],
    happens: [
      'G = 8, k_min = 0.1이면 8개 중 4개만 통과합니다. 환경 모델이 아주 적은 과제에서 배우거나 하나도 배우지 못하게 됩니다.',
      '구간을 넓히면 더 많은 과제가 남습니다. 직접 하는 실행에서는 k_min이 다음 단계부터 적용되고 곡선에 표시됩니다.',
      'G는 과제를 재는 방법을 정합니다. 답이 10개면 0.4, 0.5, 0.6이 됩니다.',
    ],
    time: ['1분: p̂의 값 세기', '3분: 두 구간', '1분: G 고르기'],
  },
};

const lossIsZero: LessonWords = {
  title: '손실이 0인데도 배웁니다',
  about: '보통은 손실이 내려가는 것을 보고 모델이 배운다고 압니다. 여기서는 손실이 거의 아무것도 알려 주지 않습니다.',
  steps: {
    flat: {
      ask: '에이전트의 평균 손실이 0에서 0.01 안에 있으면서 그래디언트 노름이 0.3을 넘는 에포크로 타임라인을 옮기세요.',
      found: ({ epoch, loss, gradient }) =>
        `에포크 ${epoch}: 손실 ${loss}, 그래디언트 노름 ${gradient}. 손실은 거의 없지만 스텝은 진짜입니다.`,
    },
    learned: {
      ask: '그것이 쌓여 무엇이 되었을까요? 마지막 에포크로 가세요.',
      found: ({ epochs, loss, before, after }) =>
        `${epochs}에포크 동안 손실의 평균 크기는 ${loss}였습니다. 홀드아웃 성공률: ${went(before, after)}.`,
    },
    why: {
      ask: '손실은 왜 0에 가까울까요?',
      choices: [
        {
          says: '모델이 수렴했다',
          instead: '수렴한 모델이라면 그래디언트도 없을 텐데, 이 모델에는 있습니다.',
        },
        { says: '그룹의 어드밴티지를 더하면 0이고, 갓 뽑은 답에서는 비율이 1이다' },
        {
          says: '학습률이 너무 작다',
          instead: '학습률은 손실이 아니라 스텝의 크기를 바꿉니다. 학습률이 더 커도 손실은 같습니다.',
        },
      ],
      found: ({ answers, mean, size }) =>
        `답 ${answers}개 전부의 어드밴티지는 평균이 ${mean}(소수점 열두 자리까지), 평균 크기가 ${size}입니다. 손실에서는 서로 지워지지만, 저마다 자기 토큰을 자기 방향으로 밉니다.`,
    },
  },
  sheet: {
    ask: [
      '지도 학습에서 손실 곡선은 무엇을 알려 줄까요? 왜일까요?',
      '손실이 0이면 그래디언트도 0일까요?',
      '대신 어느 곡선을 보겠습니까?',
    ],
    happens: [
      '온전한 그룹의 손실은 KL, 엔트로피, 길이 차이를 빼면 0이고, 그룹을 쪼개는 미니배치가 0 언저리에 잡음을 더합니다.',
      '혼합 그룹이 있는 한 그래디언트 노름은 0보다 훨씬 큽니다.',
      '에이전트가 배우는지를 알려 주는 것은 홀드아웃 성공률의 곡선입니다.',
    ],
    time: ['1분: 에포크 찾기', '2분: 마지막 에포크', '2분: 칠판에서 유도하기'],
  },
};

const regressionAndCap: LessonWords = {
  title: 'RWR, KL, 그리고 상한',
  about:
    '환경 모델은 자기가 쓴 좋은 과제를 exp(λ·R_env)의 가중치로 모방합니다. 브레이크가 없으면 출발점에서 떠내려갑니다.',
  steps: {
    drift: {
      ask: '여기서는 KL 가중치와 KL 상한이 0입니다. 여섯 에포크 이상 재생하세요. 환경 모델이 얼마나 움직였는지는 “초기와의 KL”에 나옵니다.',
      found: ({ epochs, divergence, levelBefore, levelAfter }) =>
        `${epochs}에포크 뒤 환경 모델은 출발점에서 시퀀스당 ${divergence} nat 떨어져 있습니다. 평균 레벨: ${went(levelBefore, levelAfter)}.`,
    },
    cap: {
      ask: 'KL 상한을 그 수보다 낮게, 예를 들어 0.5로 하세요. 상한이 두 에포크에서 작동할 때까지 재생하세요.',
      found: ({ epochs, stopped, divergence, cap }) =>
        `${epochs}에포크 중 ${stopped}에포크에서 상한(지금 ${cap})이 스텝을 막았습니다. 환경 모델은 출발점에서 ${divergence} nat 떨어져 있습니다.`,
    },
    contrast: {
      ask: 'λ를 3 이상으로 하고, 보상이 서로 다른 과제가 남는 에포크가 나올 때까지 재생하세요.',
      found: ({ epoch, lambda, times, timesAtOne }) =>
        `에포크 ${epoch}, λ = ${lambda}: 남은 과제 가운데 가장 좋은 것의 가중치가 가장 나쁜 것의 ${times}배입니다. λ = 1이라면 ${timesAtOne}배였을 것입니다.`,
    },
  },
  sheet: {
    ask: [
      '환경 모델은 자기가 쓴 텍스트에서만 배웁니다. 무엇이 잘못될 수 있을까요?',
      'KL을 왜 앞 에포크가 아니라 처음에 대해 잴까요?',
      '남은 과제의 보상이 모두 같으면 λ는 무엇을 할까요?',
    ],
    happens: [
      'KL 항이 없으면 과제가 남기 시작하자마자 발산이 커지고 과제가 짧아집니다.',
      '상한에서의 스텝에는 회귀가 없고 KL 항만 있습니다.',
      'λ는 스텝의 크기가 아니라 가중치의 대비를 바꿉니다. 가중치는 평균으로 나누기 때문입니다.',
    ],
    time: ['2분: 떠내려가기', '2분: 상한', '1분: λ'],
  },
};

const gamedReward: LessonWords = {
  title: '보상의 허점을 노리는 환경 모델',
  about: '여기서는 α가 1입니다. 모든 것이 풀릴 때 환경 모델이 가장 큰 보상을 받습니다. 어떤 길을 찾아낼까요?',
  steps: {
    guess: {
      ask: '성공에 보상을 받는 환경 모델은 무엇을 쓸까요? 예측한 다음 재생하세요. 열 에포크면 드러납니다.',
      choices: [
        {
          says: '더 긴 과제',
          instead: '과제가 길면 실패할 목표가 많아, 덜 자주 풀리고 보상이 적습니다.',
        },
        {
          says: '더 짧은 과제',
          instead:
            '여기서는 아니거나 아직은 아닙니다. 짧은 과제 몇 개가 풀리고 그것을 모방한 뒤에야 더 짧은 과제를 씁니다.',
        },
        {
          says: '길이가 같은 과제',
          instead: '자기가 쓴 과제 가운데 더 자주 풀리는 길이가 있습니다. 그것을 모방하므로 길이가 움직입니다.',
        },
      ],
      found: ({ epochs, before, after }) => `평균 레벨은 첫 에포크에 ${before}, ${epochs}에포크 뒤에 ${after}입니다.`,
    },
    gamed: {
      ask: '에포크 40까지 재생하세요. 둘째 곡선에서 학습과 홀드아웃의 성공률을 비교하세요.',
      found: ({ level, training, before, after }) =>
        `마지막 에포크들의 평균 레벨은 ${level}, 맞은 답은 ${training}입니다. 홀드아웃 과제에서는 처음에 ${before}, 지금 ${after}입니다.`,
    },
    anchor: {
      ask: '앵커는 모든 과제를 무작위로 뽑은 목표로 시작하게 합니다. 여기서 앵커를 끄고, 앵커 없이 온전한 한 에포크가 지나갈 때까지 재생하세요. 이미 시작한 에포크는 과제를 그대로 둡니다.',
      found: ({ epoch, texts, valid }) =>
        `에포크 ${epoch}: 텍스트 ${texts}개 중 과제는 ${valid}개입니다. 기본 제공 모델은 과제를 이어 쓰는 법만 배워서, 앵커가 없으면 과제를 거의 또는 전혀 쓰지 못합니다.`,
    },
  },
  sheet: {
    ask: [
      '환경 모델이 실제로 보상을 받는 것은 무엇이고, 우리가 바란 것은 무엇일까요?',
      '학습 성공률이 올랐습니다. 이 에이전트를 내놓겠습니까?',
      '어느 곡선이 속임수를 드러낼까요?',
    ],
    happens: [
      '과제는 목표 하나로 줄어들어 거기 머뭅니다. α = 1이면 언제나 풀리는 것에 가장 큰 보상을 줍니다.',
      '학습 성공률은 오르지만 열 레벨 전체의 홀드아웃 성공률은 거의 오르지 않습니다. 시드 1~3에서 마흔 에포크 뒤 48, 38, 62%와 0, 0, 8%입니다. 에이전트는 요구받은 것만 배웁니다.',
      '앵커가 있으면 환경 모델은 첫 목표를 고를 수 없습니다. 과제를 시작할 수 있는 모델이라면, 앵커를 끌 때 에이전트가 실패하는 목표를 빼 버릴 수 있습니다. 기본 제공 모델은 과제를 아예 쓰지 못합니다.',
    ],
    time: ['1분: 예측', '3분: 마흔 에포크(빠른 GPU가 없으면 더)', '1분: 앵커'],
  },
};

const writtenKeys: LessonWords = {
  title: '정답 키는 누가 쓰는가?',
  about:
    '여기서는 논문처럼 환경 모델이 과제마다 정답 키를 함께 씁니다. 쓰는 법을 배운 키 열 개 중 네 개는 어림짐작입니다. 에이전트는 키와 같은 답을 쓰면 맞은 것이 됩니다.',
  steps: {
    guess: {
      ask: '예순 에포크 뒤, 에이전트의 답이 틀린 키와 얼마나 자주 같을까요? 예측한 다음 모두 재생하세요.',
      choices: [
        {
          says: '거의 없다: 틀린 답은 배우지 않는다',
          instead: '에이전트에게는 틀린 키도 똑같은 보상입니다. 그것과 같은 답의 확률이 올라갑니다.',
        },
        {
          says: '가끔, 하지만 맞은 키의 절반보다 드물다',
          instead: '이 실행에서는 아닙니다. 두 비율을 보세요.',
        },
        {
          says: '적어도 맞은 키의 절반만큼 자주',
          instead: '이 실행에서는 아닙니다. 두 비율을 보세요.',
        },
      ],
      found: ({ last, byWrong, byRight }) =>
        `마지막 ${last}에포크 동안 답이 키와 같은 비율: 키가 틀린 곳에서 ${byWrong}, 맞은 곳에서 ${byRight}.`,
    },
    written: {
      run: '쓴 그대로의 키',
      ask: '“환경 모델이 쓴 정답 키” 곡선은 오라클의 감사이며, 여기의 누구에게도 알려 주지 않습니다. 오라클이 판정하는 홀드아웃 곡선과 비교하세요.',
      found: ({ last, wrong, before, after }) =>
        `마지막 ${last}에포크에 정답 키가 틀린 과제: ${wrong}. 오라클이 판정한 홀드아웃 성공률: 처음 ${before}, 지금 ${after}.`,
    },
    checked: {
      run: '검사한 키',
      ask: '이번에는 오라클이 틀린 키를 거부하게 하세요: “정답 키의 출처”에서 “환경 모델, 검사함”을 고르고, 새 실행을 시작하고, 예순 에포크를 모두 재생하세요. 다른 두 컨트롤은 오라클 없이 해 보는 것입니다.',
      found: ({ before, after, byRight }) =>
        `틀린 키를 모두 거부하면: 키와 같은 답 ${byRight}, 홀드아웃 성공률 처음 ${before}, 지금 ${after}.`,
    },
  },
  sheet: {
    ask: [
      '성공률 p̂이 ½에 가깝습니다. 과제가 알맞게 어려운 것일까요, 키가 틀린 것일까요?',
      '오라클이 없는 환경 모델은 키를 어디서 얻을까요?',
      '같은 모델의 답 여럿이 일치하면 키가 맞는 것일까요?',
    ],
    happens: [
      '키가 틀린 과제의 p̂도 다른 과제처럼 올라갑니다. 에이전트는 키가 말하는 것을 배웁니다.',
      '여기서 여는 시드 2에서는 답이 키와 처음보다 자주 같지만 홀드아웃 성공률은 0%로 끝나고, 끝에는 키의 3분의 2가 틀립니다. 시드 3도 같습니다.',
      '시드 1은 다릅니다. 키의 43%가 틀리고 홀드아웃 성공률은 28%로 오릅니다. 실행 하나로는 알 수 있는 것이 적습니다. docs/own-tasks.md에 여섯이 있습니다.',
      '틀린 키를 거부하면 세 시드 모두 홀드아웃 성공률이 21~23%로 끝납니다. GPU가 다르면 실행도 다를 수 있습니다.',
    ],
    time: ['1분: 예측', '2분: 예순 에포크', '2분: 키를 검사하며 예순 에포크 더'],
  },
};

const threeArms: LessonWords = {
  title: 'Random, Static, GenEnv',
  about: '같은 에이전트에게 과제를 주는 세 가지 출처를, 같은 시드와 같은 수의 답으로 비교합니다.',
  steps: {
    random: {
      run: 'Random',
      ask: '이 실행의 실험군은 GenEnv-Random입니다. 환경 모델이 쓰지만 학습하지 않습니다. 열두 에포크를 모두 재생하세요.',
      found: ({ last, level, mixed }) =>
        `Random: 마지막 ${last}에포크의 평균 레벨은 ${level}, 혼합 그룹은 ${mixed}입니다.`,
    },
    static: {
      run: 'Static',
      ask: '실험군 GenEnv-Static을 고르고, 새 실행을 시작하고, 열두 에포크를 모두 재생하세요.',
      found: ({ last, level, mixed }) =>
        `Static: 마지막 ${last}에포크의 평균 레벨은 ${level}, 혼합 그룹은 ${mixed}입니다.`,
    },
    genenv: {
      run: 'GenEnv',
      ask: '이번에는 실험군 GenEnv입니다. 고르고, 새 실행을 시작하고, 열두 에포크를 모두 재생하세요.',
      found: ({ last, level, mixed }) =>
        `GenEnv: 마지막 ${last}에포크의 평균 레벨은 ${level}, 혼합 그룹은 ${mixed}입니다. 혼합 그룹만이 에이전트를 가르칠 수 있습니다.`,
    },
  },
  sheet: {
    ask: [
      '셋 가운데 에이전트가 할 수 있는 것에 반응할 수 있는 것은 어느 것일까요?',
      '열두 에포크 뒤에 홀드아웃 곡선이 더 낫다면 무엇이 증명될까요?',
      '시드가 몇 개여야 믿겠습니까?',
    ],
    happens: [
      'Random과 Static은 환경 모델의 초기 분포의 레벨에 머뭅니다. 대부분 긴 과제이고 혼합 그룹이 거의 없습니다.',
      'GenEnv는 몇 에포크 만에 내려오고, 그룹의 상당수가 혼합 그룹입니다.',
      '열두 에포크는 신호의 차이를 보여 줄 뿐, 아직 실력의 차이는 아닙니다. docs/results.md는 모든 실험군을 실행 여섯씩, 구간과 함께 비교합니다.',
    ],
    time: ['1분: 세 실험군', '3분: 열두 에포크의 실행 셋', '1분: 기록 비교하기'],
  },
};

const rolloutsOrFlops: LessonWords = {
  title: '같은 롤아웃인가, 같은 FLOPs인가?',
  about: '답의 수가 같은 두 실험군이라도 든 비용은 다를 수 있습니다. 무엇이 공정할까요?',
  steps: {
    random: {
      run: 'Random',
      ask: '이 실행의 실험군은 GenEnv-Random입니다. 여섯 에포크를 모두 재생하세요.',
      found: ({ rollouts, gigaflops, perRollout }) =>
        `Random: 답 ${rollouts}개에 ${gigaflops} GFLOP, 답 하나에 ${perRollout} MFLOP이 들었습니다.`,
    },
    genenv: {
      run: 'GenEnv',
      ask: '실험군 GenEnv를 고르고, 새 실행을 시작하고, 여섯 에포크를 모두 재생하세요.',
      found: ({ rollouts, gigaflops, perRollout, environment }) =>
        `GenEnv: 답 ${rollouts}개에 ${gigaflops} GFLOP, 답 하나에 ${perRollout} MFLOP이 들었습니다. 그중 환경 모델의 몫은 ${environment}입니다.`,
    },
    budget: {
      ask: 'Random이 쓴 만큼의 부동소수점 연산으로 답을 더 많이 얻는 실험군은 어느 쪽일까요?',
      choices: [
        {
          says: 'Random',
          instead: 'Random은 환경 모델을 학습하지 않지만 과제가 계속 길고, 긴 답에는 연산이 더 많이 듭니다.',
        },
        {
          says: 'GenEnv',
          instead: '여기서는 짧은 답으로 아낀 것보다 환경 모델의 업데이트에 연산이 더 많이 듭니다.',
        },
      ],
      found: ({ budget, random, genenv }) =>
        `${budget} GFLOP으로 Random은 답 ${random}개, GenEnv는 답 하나의 비용으로 따져 ${genenv}개입니다. 비교할 때는 어느 예산을 같게 했는지 말해야 합니다.`,
    },
  },
  sheet: {
    ask: [
      '환경 모델을 학습하는 데는 쓰는 것 말고 비용이 얼마나 더 들까요?',
      '짧은 과제는 쌉니다. 누가 이득을 볼까요?',
      '여러분이 일하는 곳에서는 답, 연산, 시간 가운데 무엇이 모자란가요?',
    ],
    happens: [
      'GenEnv는 환경 모델의 업데이트에 값을 치르지만, 과제가 짧아지고 짧은 답은 쌉니다.',
      '답 하나에 어느 실험군이 더 싼지는 실행과 에포크에 따라 다릅니다. 여섯 에포크 뒤 시드 1에서는 GenEnv가 싸고, 시드 2와 3에서는 둘이 0.1% 안에서 같습니다. 후기의 과제는 다시 깁니다.',
      'docs/results.md는 두 축 모두에서 실험군을 비교하며, 순위가 서로 다릅니다.',
    ],
    time: ['2분: 여섯 에포크의 실행 둘', '2분: 질문', '1분: 연산에 따른 곡선'],
  },
};

const worldOfOnesOwn: LessonWords = {
  title: '5분 만에 세계 만들기',
  about: '나만의 세계, 여기서 무작위 가중치로 만든 두 모델, 그리고 둘이 스스로 알아내는 것.',
  steps: {
    world: {
      ask: '템플릿에서 시작해 나만의 것으로 바꿔 보세요. 물건 하나, 장소 하나면 됩니다. 레벨마다의 과제와 답이 양식 옆에 있습니다. 그다음 다음 실행에 이 세계를 쓰도록 고르세요.',
      found: ({ world, things, actions, places, levels, task }) =>
        `“${world}”에는 물건 ${things}개, 동작 ${actions}개, 장소 ${places}개가 있습니다. 레벨 ${levels}의 과제 하나는 “${task}”입니다. 어디서 하는지는 어떤 과제에도 없습니다. 에이전트가 알아내야 하는 것이 그것입니다.`,
    },
    pair: {
      ask: '모델 쌍을 만드세요. 에이전트가 지금 쓰는 것을 보세요. 형식에 맞는 답은 늘지만 맞는 답은 거의 없습니다. 그다음 둘을 공진화시키세요.',
      found: ({ agent, environment }) =>
        `${agent} 모델은 이 세계의 언어를 말하고 장소는 짐작합니다. ${environment} 모델은 과제를, 대개 어려운 것을 씁니다. 조금 전까지 둘 다 난수였습니다.`,
    },
    learns: {
      ask: '열 에포크 동안 돌려 보세요. 과제는 쉬워질까요, 어려워질까요?',
      found: ({ world, epochs, first, level, before, after }) =>
        `${epochs} 에포크 뒤 “${world}” 과제의 평균 레벨: ${went(first, level)}. 에이전트의 홀드아웃 성공률: ${went(before, after)}. 아무도 장소를 알려 주지 않았습니다.`,
    },
  },
  sheet: {
    ask: [
      '이 세계에서 과제를 읽어 알 수 있는 것은 무엇이고, 알아내야만 하는 것은 무엇인가요?',
      '왜 모델 쌍은 공진화하기 전에 언어를 말할 수 있어야 하나요?',
      '어떤 세계가 너무 쉬워 배울 것이 없고, 어떤 세계가 너무 어려울까요?',
    ],
    happens: [
      '짐작으로 맞힐 수 있는 세계는 양식이 받지 않고, 무엇을 더할지 한 문장으로 말합니다.',
      '목표 없는 놀이는 답을 형식에 맞게 할 뿐 맞게 하지는 않습니다. 사전 학습 동안 두 비율이 갈라집니다.',
      '환경은 어려운 과제로 시작해 에이전트가 절반쯤 푸는 곳까지 내려왔다가 함께 올라갑니다.',
    ],
    time: ['1분: 양식', '1~5분: 그래픽 프로세서 없이 모델 쌍 만들기. 있으면 몇 초', '1분: 열 에포크'],
  },
};

const byName: Readonly<Record<string, LessonWords>> = {
  'task-answer-reward': taskAnswerReward,
  'why-half': whyHalf,
  'band-and-groups': bandAndGroups,
  'loss-is-zero': lossIsZero,
  'regression-and-cap': regressionAndCap,
  'gamed-reward': gamedReward,
  'written-keys': writtenKeys,
  'three-arms': threeArms,
  'rollouts-or-flops': rolloutsOrFlops,
  'world-of-ones-own': worldOfOnesOwn,
};

export const lessons = {
  title: '레슨',
  lede: '저마다 5분쯤 걸리며, 준비된 상태로 페이지를 열고 한 일을 확인합니다. 수치는 눈앞에 있는 실행의 것입니다.',
  byName,
  begin: '시작',
  beginLesson: (title: string) => `레슨 시작: ${title}`,
  foundBefore: '지난번에 여기서 찾은 것',
  onRecording: '녹화된 실행으로: WebGPU 없이 됩니다.',
  onGpu: '직접 하는 실행으로: WebGPU가 필요합니다.',
  needsGpu: '이 레슨은 실행을 직접 하므로 WebGPU가 필요한데, 이 브라우저에는 없습니다.',
  unknown: (name: string) => `이름이 “${name}”인 레슨은 없습니다.`,
  bar: {
    label: (title: string) => `레슨: ${title}`,
    step: (step: string, steps: string) => `${steps}단계 중 ${step}단계`,
    done: '완료',
    next: '다음 단계',
    nextLesson: (title: string) => `다음 레슨: ${title}`,
    restart: '이것으로 새 실행 시작',
    together: '찾은 것',
    leave: '레슨 나가기',
    finished: '레슨이 끝났습니다.',
    right: '맞습니다.',
    wrong: '아쉽습니다.',
    answers: '답',
  },
  sheet: {
    title: '교사용 안내',
    ask: '물어볼 것',
    happens: '일어나는 일',
    time: '걸리는 시간',
    steps: '학습자가 하는 일',
    print: '안내 인쇄',
  },
  plan: {
    title: '45분 수업',
    lede: '레슨 0~3은 녹화된 실행을 쓰므로 휴대전화에서도, WebGPU 없이도 됩니다. 직접 하는 실행에는 WebGPU가 필요하며, 있는 기기 하나를 두세 명이 함께 씁니다.',
    minutes: '분',
    what: '부분',
    how: '방법',
    parts: [
      {
        minutes: '0–5',
        what: '여기서 배우는 것',
        how: '프로젝터에 녹화된 실행. 물어보기: 과제는 누가 쓰고, 답은 누가 하고, 누가 판정할까요?',
      },
      {
        minutes: '5–12',
        what: '레슨 0: 과제, 답, 보상',
        how: '다 함께. 맞은 답과 틀린 답을 하나씩 소리 내어 읽습니다.',
      },
      { minutes: '12–18', what: '레슨 1: 왜 p = ½인가', how: '혼자 또는 둘씩. 칠판에 p(1 − p).' },
      {
        minutes: '18–24',
        what: '레슨 2: k_min과 G',
        how: '혼자 또는 둘씩. 첫 수치를 보기 전에 모두 예측합니다.',
      },
      {
        minutes: '24–34',
        what: '직접 하는 실행',
        how: '절반은 실험군 GenEnv, 절반은 GenEnv-Random을 실행합니다. 프리셋 discovery, 80 에포크, 저마다 다른 시드. 그동안 칠판에서 레슨 3을 합니다. 먼저 끝난 사람은 마지막 레슨에서 세계를 만듭니다.',
      },
      { minutes: '34–37', what: '제출', how: '데이터 › 실행 기록에서 내보내기. 파일을 한 폴더에 모읍니다.' },
      {
        minutes: '37–42',
        what: '수업 결과',
        how: '모든 파일을 여기에 한꺼번에 놓습니다. 먼저 물어보기: 구간이 겹칠까요?',
      },
      {
        minutes: '42–45',
        what: '보여 주지 못한 것은?',
        how: '모델 한 쌍, 세계 하나, 적은 에포크. 다음에는 무엇을 재겠습니까?',
      },
    ],
    before:
      '수업 전: 쓸 기기에서 페이지를 한 번 열어 오프라인에서도 되게 하고, 실행을 하나 해 보세요. 80 에포크가 8분보다 오래 걸리면 60으로 잡으세요. 그때 홀드아웃 성공률은 절반쯤입니다.',
    print: '계획 인쇄',
    projector: '프로젝터용',
    projectorHint: '끌 때까지 글씨는 크게, 내용은 적게',
  },
  handout: {
    print: '학습지 인쇄',
    printOf: (title: string) => `학습지 인쇄: ${title}`,
    name: '이름:',
    found: '찾은 것:',
    next: '지금 드는 질문:',
  },
  classResults: {
    title: '수업 결과',
    lede: '저마다 실행을 하나 하고, 데이터 › 실행 기록에서 저장해 파일을 냅니다. 여기에 함께 놓으면 차트 하나가 됩니다: 그룹마다의 평균과 95% 구간. 아무것도 저장하지 않으며, 이 페이지 밖으로 나가는 것도 없습니다.',
    bring: {
      title: '수업의 실행',
      hint: '내보낸 실행(.zip), 이벤트 로그(.jsonl), 또는 스윕의 결과. 있는 만큼 놓고, 나중에 더 놓을 수도 있습니다.',
      folder: '폴더 고르기',
      files: '파일 고르기',
    },
    reading: '파일을 읽는 중 …',
    clear: '다시 시작',
    groups: '그룹, 실행마다 마지막 평가에서',
    group: '그룹',
    runs: '실행',
    mean: '홀드아웃 성공률, 평균',
    interval: '95% 구간',
    median: '중앙값',
    one: '실행 하나: 구간 없음',
    files: (files: string) => `누가 무엇을 냈는지(${files})`,
    file: '파일',
    seed: '시드',
    epochs: '에포크',
    before: '처음',
    after: '끝',
    repeated: (file: string, as: string) => `${file}: ${as} 파일과 같은 실행이어서 한 번만 셉니다.`,
  },
  link: {
    title: '링크나 삽입 코드 만들기',
    lede: '수업, 슬라이드, 글을 위해: 무엇을 열고 무엇을 뺄지 고르세요.',
    what: '여는 것',
    settings: '지금 고른 설정',
    recorded: '녹화된 실행',
    panel: '패널',
    epoch: '멈출 에포크',
    epochHint: '비우면 재생합니다.',
    hide: '숨길 컨트롤',
    embed: '삽입용: 프레임 하나, 막대 없이',
    address: '링크',
    code: '페이지에 넣을 HTML',
    copy: '복사',
    copied: '복사했습니다.',
    notCopied: '클립보드를 쓸 수 없습니다. 텍스트를 선택해 복사하세요.',
    frameTitle: 'GenEnv Playground',
  },
} as const;
