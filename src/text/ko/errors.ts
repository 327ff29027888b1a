/** @file Sentences of the errors that a page can show: cause and remedy. The codes are in src/common/error-parameters.ts. */
import type { TasksProblem } from '../../tasks/given/check-tasks.ts';
import { tasksProblemText } from '../../tasks/given/problems.ko.ts';
import type { WorldProblem } from '../../tasks/worlds/check-world.ts';
import { worldProblemText } from '../../tasks/worlds/problems.ko.ts';
import type { ErrorParametersByCode, Obstacle } from '../../common/error-parameters.ts';
import type { SettingName, SettingProblem } from '../../genenv/settings/settings.ts';
import { commandErrors } from '../en/command-errors.ts';
import { errorSentences, type PageErrorSentences } from '../error-sentences.ts';
import { settingProblemText, settingWords } from './settings.ts';
import { formatBytes } from '../bytes.ts';

const settingSentences = (problems: readonly object[]): string[] =>
  (problems as readonly SettingProblem[]).map(settingProblemText);

const players = { agent: '에이전트', environment: '환경 모델' };

/** A cause that is known only in the words of the browser or of a library. */
const because = (reason: string): string => (reason ? `(${reason})` : '');

/** The start of a hash is enough to tell two apart. */
const hashStart = (hash: string): string => `${hash.slice(0, 12)}…`;

/** Shares that were measured, of what the checkpoint was prepared for. */
const preparationFound = ({ wellFormed, right, valid }: ErrorParametersByCode['not-prepared']): string =>
  (
    [
      ['형식에 맞는 답', wellFormed],
      ['맞은 답', right],
      ['유효한 과제', valid],
    ] as const
  )
    .flatMap(([name, share]) => (share === null ? [] : `${name} ${(100 * share).toFixed(0)}%`))
    .join(', ');

/** The obstacle of a run, before it begins. */
export function obstacleSentence(obstacle: Obstacle): string {
  switch (obstacle.code) {
    case 'memory':
      return `메모리에 들어가지 않습니다. 최대 ${formatBytes(obstacle.bytes)} 필요하지만 ${formatBytes(obstacle.limit)}까지만 쓸 수 있습니다.`;
    case 'buffer':
      return `들어가지 않습니다. ${formatBytes(obstacle.bytes)} 버퍼가 필요하지만 어댑터는 ${formatBytes(obstacle.limit)}까지 허용합니다.`;
    case 'binding':
      return `들어가지 않습니다. 커널 하나가 한 번에 ${formatBytes(obstacle.bytes)} 읽어야 하지만 어댑터는 ${formatBytes(obstacle.limit)}까지 허용합니다.`;
    case 'refused':
      return errorSentence(obstacle.problem);
  }
}
export const NO_SETTING_ENOUGH =
  '메모리 설정을 어떻게 낮추어도 모자랍니다. 더 작은 모델이나 다른 그래픽 어댑터를 고르세요.';

const BY_HAND = '허브의 프로그램(hf download)으로 저장소를 내려받아 여기에서 그 폴더를 고르세요';
const DOWNLOAD_AGAIN = '파일을 다시 내려받거나, 같은 체크포인트의 파일을 쓰세요.';
const RELOAD = '페이지를 새로 고치세요. 끝난 에포크는 저장되어 있습니다.';
const LEFT_OUT = '읽지 않았습니다.';
const EMBEDDERS = '특징 추출용으로 내보낸 폴더를 고르세요. 예: all-MiniLM-L6-v2.';

/** The parts of the list; {@link errors} is complete by its type. */
type Part = Partial<PageErrorSentences>;

const gpu = {
  'no-webgpu': () =>
    '이 환경에는 WebGPU가 없습니다. 최신 Chrome, Edge, Firefox, Safari에서 https 또는 localhost로 여세요. Node에서는 npm 패키지 "webgpu"를 쓰세요.',
  'no-adapter': () =>
    'WebGPU가 그래픽 어댑터를 찾지 못했습니다. 그래픽 드라이버를 업데이트하거나 하드웨어 가속을 켜세요. GPU가 없으면 Chromium을 --enable-unsafe-webgpu --use-webgpu-adapter=swiftshader 옵션으로 시작하세요(npm start가 그렇게 합니다).',
  'adapter-withdrawn': () =>
    'GPU가 너무 자주 실패하여 브라우저가 더는 제공하지 않습니다. 브라우저를 다시 시작하세요. 실행은 마지막으로 끝난 에포크 다음부터 이어지고, 그때까지 재생은 됩니다.',
  'operation-refused': ({ details }) =>
    `GPU가 연산을 거부했습니다${because(details)}. 페이지를 새로 고치고 더 작은 배치나 모델로 해 보세요.`,
  'device-lost': ({ details }) =>
    `GPU 연결이 끊겼습니다${because(details)}. 페이지를 새로 고치면 마지막으로 끝난 에포크 다음부터 이어집니다. 다시 일어나면 GPU를 쓰는 다른 프로그램을 닫고 브라우저를 다시 시작하세요.`,
  'parameter-too-large': ({ parameter, bytes, limit }) =>
    `매개변수 ${parameter}의 크기는 ${formatBytes(bytes)}인데, 이 그래픽 어댑터는 한 번에 ${formatBytes(limit)}까지만 바인딩합니다. 더 작은 모델이나 다른 어댑터를 쓰세요.`,
  'kernel-not-built': ({ kernel, details }) =>
    `GPU 커널 “${kernel}”의 컴파일에 실패했습니다${because(details)}. 그래픽 어댑터의 이름과 함께 알려 주세요. 다른 브라우저나 어댑터에서는 될 수도 있습니다.`,
  'does-not-fit': ({ obstacle, settings }) =>
    `${obstacleSentence(obstacle)} ${settings ? `다음 설정이면 들어갑니다: ${settings}.` : NO_SETTING_ENOUGH}`,
} satisfies Part;

const threads = {
  'thread-stopped': ({ cause }) => `백그라운드 스레드가 멈추었습니다${because(cause)}. ${RELOAD}`,
  'thread-unreadable': () => `백그라운드 스레드가 보낸 메시지를 읽을 수 없습니다. ${RELOAD}`,
  'thread-ended': () => '백그라운드 스레드가 끝났습니다.',
  'python-not-started': ({ where, cause }) =>
    `Python을 불러오지 못했습니다${because(cause)}. ${where === 'page' ? '페이지 서버와의 연결을 확인하고 다시 채점하세요.' : '의존성을 다시 설치하세요: npm install.'}`,
  'no-model': () => '이 스레드에는 불러온 모델이 없습니다. 실행을 다시 여세요.',
  'no-web-crypto': () => '이 페이지는 해시(WebCrypto)를 계산할 수 없습니다. https 또는 localhost로 여세요.',
  'example-not-reached': () => '녹화된 실행을 가져올 수 없습니다. 연결을 확인하고 다시 시도하세요.',
  'example-not-loaded': ({ status }) => `녹화된 예시를 불러오지 못했습니다(HTTP ${status}).`,
  'example-damaged': () => '녹화된 실행이 손상된 채 도착했습니다. 페이지를 새로 고쳐 다시 가져오세요.',
  'recorded-results-not-loaded': ({ cause }) =>
    `기록된 결과를 불러오지 못했습니다(${cause}). 페이지 서버에 연결되면 다시 고르세요.`,
  'too-many-files': ({ most }) =>
    `폴더의 파일이 ${most}개를 넘어 벤치마크나 모델일 수 없습니다. 벤치마크나 모델인 폴더를 고르세요.`,
} satisfies Part;

const storage = {
  'store-full': () =>
    '저장하지 못했습니다. 브라우저에 이 사이트를 위한 공간이 남아 있지 않습니다. 쓰다 만 것은 남지 않았습니다. 예전 실행을 지우거나 내보내거나 디스크 공간을 비운 뒤 다시 시도하세요.',
  'disk-full': () => '저장하지 못했습니다. 디스크가 가득 찼습니다. 공간을 비우고 같은 명령을 다시 실행하세요.',
  'store-conflict': ({ run, found, expected }) =>
    `실행 “${run}”에는 이벤트가 ${found}개 있는데, 여기서는 ${expected}개에서 이어 가려 합니다. 다른 탭이나 프로그램이 썼습니다. 하나를 닫고 실행을 다시 여세요.`,
  'store-held-by-other-tab': () =>
    '저장된 실행을 열 수 없습니다. 이 페이지의 다른 탭이 이전 버전을 열어 두고 있습니다. 그 탭을 닫고 이 탭을 새로 고치세요.',
  'store-unavailable': ({ reason }) =>
    `브라우저의 데이터베이스를 쓸 수 없습니다${because(reason)}. 시크릿 모드를 끝내거나 이 페이지의 사이트 데이터를 허용한 뒤 새로 고치세요.`,
  'store-newer': () =>
    '읽거나 쓰지 못했습니다. 저장된 실행은 이 페이지의 더 새로운 버전이 썼습니다. 페이지를 새로 고쳐 그 버전을 받으세요.',
  'store-closed': () =>
    '저장된 실행과의 연결이 닫혔습니다. 다른 탭이 이 페이지의 더 새로운 버전을 쓰거나 브라우저가 데이터를 지웠습니다. 페이지를 새로 고치세요. 데이터가 지워지지 않았다면 끝난 에포크는 남아 있습니다.',
  'store-missing': ({ run }) => `실행 “${run}” 저장본이 없습니다. 지워졌거나 다른 브라우저 프로필의 것입니다.`,
  'store-failed': ({ reason }) =>
    `저장에 실패했습니다${because(reason)}. 쓰다 만 것은 남지 않았습니다. 다시 시도하세요.`,
  'checkpoint-not-stored': ({ epoch }) => `에포크 ${epoch}의 체크포인트는 저장되어 있지 않습니다. 빼고 고르세요.`,
  'checkpoint-damaged': ({ run, epoch, why }) =>
    `실행 “${run}”의 에포크 ${epoch} 가중치를 쓸 수 없습니다${because(why)}. 손상되지 않은 사본을 되돌려 놓거나, 같은 설정으로 새 실행을 시작하세요.`,
  'event-not-plain-data': ({ reason }) =>
    `저장하지 못했습니다. 이벤트에 단순한 데이터가 아닌 것이 있습니다${because(reason)}.`,
  'event-not-finite': ({ place, event }) =>
    `이벤트 로그를 쓰지 못했습니다. ${event}의 ${place} 값이 유한한 수가 아닙니다.`,
  'event-log-damaged': ({ path, problem }) =>
    `${path}: 손상되었습니다${because(problem)}. 손상되지 않은 사본을 쓰거나 그 줄 앞까지만 남기세요. 그 앞의 에포크는 온전합니다.`,
  'stored-run-damaged': ({ run, problem }) =>
    `저장된 실행 “${run}”에 손상된 곳이 있습니다${because(problem)}. 그 앞의 에포크는 온전합니다. 거기서 분기하거나 실행을 지우세요.`,
  'run-exists': ({ run }) => `${run}에는 이미 실행이 있습니다. 다른 파일을 고르거나 그 실행을 이어 가세요.`,
} satisfies Part;

const runs = {
  'run-open-elsewhere': () => '이 실행은 다른 탭에 열려 있습니다. 거기서 계속하거나, 그 탭을 닫고 다시 시도하세요.',
  'link-runs-elsewhere': () =>
    '다른 탭이 이미 이 링크를 실행하고 있으며, 여러 실행을 동시에 하면 서로 느려집니다. 그 탭을 보거나, 여기서도 실행하려면 재생을 누르세요.',
  'epoch-not-stored': () =>
    '마지막 에포크가 아직 저장되지 않았습니다. 공간을 비우고 실행을 계속한 다음 설정을 바꾸세요.',
  'session-ended': () => '이 세션은 끝났습니다. 계속하려면 실행을 다시 여세요.',
  'no-run-open': () => '열린 실행이 없습니다. 저장된 실행을 열거나 새로 시작하세요.',
  'run-diverged': ({ player, what, epoch, setting, value }) =>
    `에포크 ${epoch}에서 ${players[player]}의 학습이 발산했습니다. ${what} 값이 유한한 수가 아닙니다. 실행은 여기서 멈추고 끝난 에포크는 남습니다. “${
      settingWords[setting as SettingName].label
    }” 설정을 지금 값(${value})보다 낮추어 새로 시작하세요.`,
  'different-tokenizers': ({ one, other }) =>
    `두 모델 ${one}, ${other}의 토크나이저가 달라 서로 쓴 것을 읽지 못합니다. 어휘가 같은 두 모델을 고르세요.`,
  'other-weights': ({ player, model, before, now }) =>
    `이 실행의 ${players[player]}: 모델 ${model}의 가중치 ${hashStart(before)}에서 출발했는데, 지금 그 폴더의 가중치는 ${hashStart(now)}입니다. 원래 파일을 되돌려 놓거나 새 실행을 시작하세요.`,
  'other-adapter': ({ player, before, now }) =>
    `이 실행의 ${players[player]}: ${before}에서 시작했고 지금은 ${now}에서 계속합니다. 여기서부터 숫자의 끝자리가 다를 수 있습니다.`,
  'weights-not-stored': ({ run }) =>
    `실행 “${run}”의 마지막 에포크 뒤 가중치가 저장되어 있지 않아, 볼 수는 있어도 계속할 수는 없습니다. 그 설정으로 새 실행을 시작하세요.`,
  'epoch-without-weights': ({ run, epoch, kept }) =>
    `실행 “${run}”의 에포크 ${epoch} 뒤 가중치가 남아 있지 않아 거기서 시작할 수 없습니다. ${
      kept ? `다음 에포크 중 하나를 고르세요: ${kept}.` : '남아 있는 가중치가 없습니다.'
    }`,
  'no-teacher': () => '실험군 “오프라인 교사”에는 교사 모델이 필요하지만 불러온 것이 없습니다.',
  'no-embeddings': () => '임베딩으로 보상을 주려면 임베딩 모델이 필요하지만 불러온 것이 없습니다.',
  'embeddings-missing': () => '임베딩 모델이 한 텍스트의 벡터를 주지 않았습니다. 실행을 다시 여세요.',
  'no-valid-task-before-training': () =>
    '학습 전에 유효한 과제가 하나도 쓰이지 않았습니다. 과제를 쓸 다른 모델을 고르세요.',
  'task-of-other-family': ({ family }) =>
    `이 실행이 과제군 ${family}의 과제를 쓰게 되는데, 이 실행의 과제군이 아닙니다. 새 실행을 시작하세요.`,
  'family-not-of-run': ({ name, families }) =>
    `이 실행의 모델은 과제군 “${name}”에 대해 모릅니다. 다음 중 하나를 고르세요: ${families}.`,
  'not-a-task': ({ text, reason }) => `“${text}”: 과제가 아닙니다${because(reason)}. 텍스트를 고치세요.`,
  'vocabulary-lacks-word': ({ family, word }) =>
    `이 모델은 과제군 ${family}의 글을 읽지 못합니다. 어휘에 단어 “${word}”에 해당하는 항목이 없습니다. 이 과제군으로 학습한 모델을 고르세요.`,
  'loss-not-finite': ({ recipe, loss, step }) => `${recipe}: 스텝 ${step}에서 손실이 ${loss}입니다. 학습률을 낮추세요.`,
  'not-tasks': ({ file, faults }) =>
    (faults as readonly TasksProblem[]).map((problem) => `${file}: ${tasksProblemText(problem)}`).join('\n'),
  'not-a-world': ({ file, faults }) =>
    (faults as readonly WorldProblem[]).map((problem) => `${file}: ${worldProblemText(problem)}`).join('\n'),
  settings: ({ problems }) => settingSentences(problems).join('\n'),
} satisfies Part;

const imports = {
  'log-without-start': ({ log }) => `${log ?? '이 로그'}: 실행의 시작부터 있지 않습니다. 첫 줄부터 로그 전체를 쓰세요.`,
  'not-a-run-file': ({ why }) =>
    `실행 파일이 아닙니다${because(why)}. 내보낸 실행, 이벤트 로그, 또는 다른 학습 프로그램의 롤아웃을 고르세요.`,
  'run-newer': ({ version, newest }) =>
    `이 실행은 이 프로그램의 더 새로운 버전이 썼습니다(버전 ${version}, 여기서는 버전 ${newest}까지 읽습니다). 페이지를 새로 고치거나 프로그램을 업데이트하세요.`,
  'no-finished-epoch': ({ file, problems }) =>
    [
      `${file ?? '이 파일'}에는 실행의 끝난 에포크가 없습니다.`,
      ...problems.map(errorSentence),
      file === null ? '실행을 다시 내보내세요.' : '다른 로그를 고르세요.',
    ].join(' '),
  'run-damaged': ({ name, problems }) =>
    [`${name}: 손상되었습니다.`, ...problems.map(errorSentence), '손상되지 않은 사본을 쓰세요.'].join(' '),
  'zip-damaged': ({ cause }) => `파일이 손상되었거나 잘렸습니다${because(cause)}.`,
  'zip-unpacks-too-large': ({ times }) =>
    `이 파일을 풀면 크기가 ${times}배를 넘으므로 실행 파일이 아닙니다. 실행을 내보내서 만든 파일을 고르세요.`,
  'zip-too-many-files': ({ most }) =>
    `이 파일에는 파일이 ${most}개보다 많으므로 실행 파일이 아닙니다. 실행을 내보내서 만든 파일을 고르세요.`,
  'line-damaged': ({ file, problem, read }) =>
    `${file}: 손상된 줄이 있습니다${because(problem)}.${read ? ' 그 앞의 에포크는 읽었습니다.' : ''}`,
  'epoch-damaged': ({ epoch, epochs, line }) =>
    `로그의 에포크 ${epochs}개 중 ${epoch}번째, ${line}번째 줄이나 그 뒤가 손상되었습니다. 앞의 에포크 ${epoch - 1}개는 온전합니다.`,
  'epoch-cut-off': ({ epoch, epochs, line }) =>
    `로그가 에포크 ${epochs}개 중 ${epoch}번째, ${line}번째 줄이나 그 뒤에서 잘렸습니다. 앞의 에포크 ${epoch - 1}개는 온전합니다.`,
  'weights-damaged': ({ epoch }) => `에포크 ${epoch}의 가중치는 손상되었거나 손상된 에포크의 것이어서 ${LEFT_OUT}`,
  'no-rollouts': ({ problem }) =>
    [
      '읽을 수 있는 형식의 롤아웃이 없습니다.',
      ...(problem ? [errorSentence(problem)] : []),
      '읽을 수 있는 것: TRL의 completions_*.parquet, verl의 rollout_data_dir, 그리고 {"step": 1, "input": "…", "output": "…", "score": 1} 같은 JSON 줄입니다.',
    ].join(' '),
  'rollouts-mixed': ({ one, other }) =>
    `이 폴더에는 두 형식의 롤아웃이 있으며, 같은 것일 수 있습니다: ${one}, ${other}. 그중 하나의 폴더를 고르세요.`,
  'rollout-row': ({ file, row, problem }) =>
    [file, row === null ? null : `${row}번째 행`].filter((part) => part !== null).join(', ') +
    (file === null && row === null ? '' : ': ') +
    errorSentence(problem),
  'more-rows': ({ rows }) => `행이나 파일 ${rows}개를 더 읽지 못했습니다.`,
  'step-too-large': ({ step, rollouts }) =>
    `스텝 ${step}의 크기가 메모리에 들어가는 스텝보다 큽니다. 그 롤아웃 ${rollouts}개는 ${LEFT_OUT} 파일을 나누세요.`,
  'row-not-json': () => `JSON 객체가 아니어서 ${LEFT_OUT}`,
  'row-cut-off': () => `잘려 있어 ${LEFT_OUT} 쓰기가 끝나면 로그를 다시 여세요.`,
  'row-too-long': ({ most }) => `${formatBytes(most)}보다 길어 ${LEFT_OUT}`,
  'row-invalid': ({ place, cause }) => `${place}: 형식이 맞지 않아${because(cause)} ${LEFT_OUT}`,
  'row-lacks': ({ field }) => `“${field}” 필드가 없어 ${LEFT_OUT}`,
  'row-not-finite': ({ field }) => `“${field}” 값이 유한한 수가 아니어서 ${LEFT_OUT}`,
  'row-no-step': () => `“step”도 “epoch”도 없어 ${LEFT_OUT}`,
  'row-no-task': () => `“task”, “input”, “prompt” 가운데 어느 것도 없어 ${LEFT_OUT}`,
  'row-no-reward': () => `보상이 없는 롤아웃이 있어 ${LEFT_OUT}`,
  'parquet-unreadable': ({ cause }) =>
    `이 Parquet 파일은 손상되었거나 아직 다 쓰이지 않았습니다${because(cause)}. 쓰기가 끝나면 로그를 다시 여세요.`,
  'parquet-codec': ({ codec, known }) =>
    `이 Parquet 파일의 압축 방식(${codec})은 여기서 읽지 못합니다. 다음 중 하나로 쓰세요: ${known}.`,
  'parquet-columns': ({ columns, needed }) =>
    `이 Parquet 파일의 열은 ${columns}입니다. TRL의 completions에는 다음 열이 필요합니다: ${needed}.`,
} satisfies Part;

const modelFolders = {
  missing: ({ file, what }) =>
    `${file}: 빠져 있습니다${because(what)}. config.json, tokenizer.json과 가중치(model.safetensors 또는 그 조각과 색인)가 있는 폴더나, 토크나이저가 든 GGUF 파일을 고르세요.`,
  malformed: ({ file, what }) => `${file}: 형식이 잘못되었습니다${because(what)}. ${DOWNLOAD_AGAIN}`,
  unsupported: ({ file, what }) =>
    `${file}: 지원하지 않는 것을 요구합니다${because(what)}. SmolLM2, Qwen2.5, Qwen3 같은 F32, F16, BF16의 Llama, Qwen2, Qwen3 체크포인트를 고르세요. GGUF 파일은 Q8_0, Q4_0, Q4_1, Q4_K, Q6_K도 됩니다.`,
  damaged: ({ file, what }) =>
    `${file}: 손상되었거나 바뀌었습니다${because(what)}. 폴더를 다시 내려받거나 원래 폴더를 고르세요. 직접 고친 폴더라면 files.json을 지우면 검사하지 않습니다.`,
  mismatch: ({ file, what }) => `${file}: 다른 파일과 맞지 않습니다${because(what)}. 같은 체크포인트의 파일을 쓰세요.`,
  'not-finite': ({ file, what }) =>
    `${file}: 유한하지 않은 값이 있습니다${because(what)}. 학습이 발산하기 전의 가중치를 쓰세요.`,
  template: ({ file, what }) =>
    `${file}: 대화 템플릿을 쓸 수 없습니다${because(what)}. 체크포인트에 딸린 템플릿을 쓰거나 템플릿 없이 평가하세요.`,
  'unsupported-size': ({ size, value, multiple }) =>
    `${size} 값이 ${value}인데, 이 엔진에서는 ${multiple}의 배수여야 합니다. 다른 체크포인트를 쓰세요.`,
  'size-beyond-q4': ({ size, value, multiple }) =>
    `${size} 값이 ${value}인데, 4비트 고정 가중치에서는 ${multiple}의 배수여야 합니다. 고정 가중치를 f16으로 두세요(basePrecision).`,
  'beyond-f16': ({ name, value, largest }) =>
    `${name}에 ${value}인 값이 있어 f16의 최댓값(${largest})을 넘습니다. 이 가중치는 f32로 두세요.`,
  'no-end-token': () => '이 모델에는 시퀀스 끝 토큰이 없어 텍스트가 끝나지 않습니다. 끝 토큰이 있는 모델을 쓰세요.',
  'model-name': ({ name }) =>
    `“${name}”: 이 페이지의 모델 이름이 아닙니다. 주소나 폴더 밖의 경로는 요청하지 않습니다. 폴더를 내려받아 “모델”에 추가하고 이름으로 고르세요.`,
  'shipped-models': () =>
    '기본 제공 모델의 목록(models/manifest.json)이 없거나 손상되었습니다. 페이지를 다시 설치하세요.',
  'server-refused': ({ address, status }) => `${address}: 서버가 ${status} 응답을 보냈습니다. 나중에 다시 시도하세요.`,
  'address-not-reached': ({ address, reason }) =>
    `${address}: 연결할 수 없습니다${because(reason)}. 연결을 확인하세요.`,
  'no-graph': ({ folder, graph }) =>
    `${folder}에는 여기서 쓸 수 있는 ONNX 그래프가 없습니다(${graph}). transformers.js용으로 내보낸 폴더를 고르세요.`,
  'graph-malformed': ({ file, what }) =>
    `${file}: 형식이 잘못되었습니다${because(what)}. 폴더를 다시 내려받거나 모델을 다시 내보내세요.`,
  'graph-refused': ({ device, cause }) =>
    `ONNX Runtime이 ${device}에서 이 그래프를 거부합니다${because(cause)}. transformers.js용으로 내보낸 그래프를, 있으면 다른 정밀도로 쓰세요.`,
  'graph-failed': ({ cause }) =>
    `ONNX Runtime이 모델을 계산하지 못했습니다${because(cause)}. 텍스트 생성이나 특징 추출용으로 내보낸 그래프를 쓰세요.`,
  'library-refused': ({ folder, cause }) =>
    `transformers.js에서 ${folder} 폴더를 쓸 수 없습니다${because(cause)}. 이 용도로 내보낸 폴더를 고르거나 모델을 다시 내보내세요.`,
  'onnx-runtime-not-loaded': ({ library, cause }) =>
    `${library}: 불러오지 못했습니다${because(cause)}. 이 페이지의 서버와의 연결을 확인하고 다시 시도하세요.`,
  'no-logits': ({ folder }) =>
    `${folder}의 그래프가 토큰마다의 로짓을 주지 않으므로 언어 모델이 아닙니다. 텍스트 생성용으로 내보낸 폴더를 고르세요.`,
  'tasks-guessed': ({ percent, most }) =>
    `같은 레벨의 아무 답으로나 답해도 과제의 ${percent}%가 맞습니다. 배울 것이 있도록 한 쌍에는 최대 ${most}%여야 하므로, 서로 다른 답이 더 많은 과제를 주세요.`,
  'not-prepared': (found) =>
    `${found.steps}스텝 뒤에도 체크포인트가 준비되지 않았습니다: ${preparationFound(found)}. --steps를 늘리거나 --learning-rate를 바꾸세요. 이미 맞은 답이 너무 많으면 더 어려운 과제군을 고르세요.`,
  'no-chat-template': ({ model }) =>
    `${model}: 예시를 적을 채팅 템플릿이 없습니다. 대화용으로 만든 체크포인트를 고르세요.`,
  'no-base-model': ({ recipe, steps }) =>
    `${recipe}: ${steps}스텝 뒤에도 텍스트가 모든 레벨에서 90% 형식에 맞지는 않습니다. 더 큰 크기, 다른 시드, 또는 과제가 더 짧은 세계를 고르세요.`,
  'no-embedding-model': ({ folder }) =>
    `${folder}의 그래프가 은닉 상태를 주지 않아 임베딩을 만들지 못합니다. ${EMBEDDERS}`,
  'text-not-embedded': ({ model, text, what }) =>
    `${model}: “${text}”의 벡터를 만들지 못합니다${because(what)}. ${EMBEDDERS}`,
} satisfies Part;

const asked = {
  'unknown-word': ({ word }) => `토크나이저에 “${word}”의 토큰이 없습니다. 어휘에 있는 단어만 쓸 수 있습니다.`,
  'token-outside-vocabulary': ({ token, vocabulary }) =>
    `토큰 id ${token}: 이 모델이 아는 ${vocabulary}개에 들어 있지 않습니다. 모델 자신의 토크나이저로 텍스트를 인코딩하세요.`,
  'prompt-too-long': ({ tokens, newTokens, positions }) =>
    `프롬프트의 토큰이 ${tokens}개이고 새 토큰이 ${newTokens}개여서 이 모델의 ${positions}자리를 넘습니다. 프롬프트를 줄이거나 토큰을 덜 샘플링하세요.`,
  'sequence-too-long': ({ tokens, positions }) =>
    `토큰 ${tokens}개의 시퀀스가 이 모델의 ${positions}자리보다 깁니다. 프롬프트나 답을 줄이세요.`,
  'model-not-finite': ({ what }) =>
    `${what} 값이 유한한 수가 아닙니다. 모델이 발산했습니다. 그 전의 가중치를 쓰고 더 낮은 학습률로 학습하세요.`,
  'empty-update': () => '업데이트에는 손실이 있는 토큰이 하나 이상 필요한데, 이 배치에는 없습니다.',
  'too-large-to-show': ({ numbers, most }) =>
    `수가 ${numbers}개인데, 페이지는 ${most}개까지 보여 줍니다. 더 작은 행렬, 더 짧은 텍스트, 더 작은 모델을 고르세요.`,
  'unknown-weight': ({ name }) => `이 모델에는 가중치 “${name}” 항목이 없습니다. 목록에서 고르세요.`,
} satisfies Part;

const storedModels = {
  'model-exists': ({ name }) => `${name}: 이미 저장되어 있습니다. 먼저 지우고 다시 추가하세요.`,
  'no-model-files': ({ name }) =>
    `${name}에는 모델이 없습니다. 맨 위에 config.json도, 하나뿐인 GGUF 파일도 없습니다. config.json, tokenizer.json과 가중치(model.safetensors 또는 그 조각과 색인, 또는 onnx/model.onnx)가 있는 폴더나 GGUF 파일 하나를 고르세요.`,
  'model-not-shipped': ({ name }) =>
    `저장소에 ${name} 모델이 없습니다. npx genenv pretrain ${name} 명령으로 만드세요. 해시는 models/manifest.json에 적힌 것과 같습니다.`,
  'model-not-stored': ({ name }) =>
    name.startsWith('hf:')
      ? `${name}: 이 브라우저에 저장되어 있지 않으며, 페이지는 시킬 때만 허브에 요청합니다. “모델”에서, 이 페이지가 허브에 요청해도 되면 내려받고, 아니면 그 폴더를 추가한 뒤 다시 시도하세요.`
      : `${name}: 이 브라우저에 저장되어 있지 않거나 복사가 끝나지 않았습니다. “모델”을 열어 그 폴더를 추가한 뒤 다시 시도하세요.`,
  'no-model-storage': ({ reason }) =>
    `브라우저가 이 페이지에 모델을 둘 공간을 주지 않습니다${because(reason)}. 시크릿 모드가 아닌 창에서 https 또는 localhost로 열고 사이트 데이터를 허용하세요.`,
  'no-room-for-model': ({ name, needed, available }) =>
    `${name}: ${formatBytes(needed)} 필요한데 브라우저가 이 사이트에 줄 공간은 ${formatBytes(available)} 남았습니다. 모델이나 예전 실행을 지우거나 디스크 공간을 비운 뒤 다시 시도하세요. 아무것도 저장하지 않았습니다.`,
  'model-storage-full': ({ file }) =>
    `${file}: 저장하지 못했습니다. 브라우저에 이 사이트를 위한 공간이 남아 있지 않습니다. 모델이나 예전 실행을 지우거나 디스크 공간을 비운 뒤 이어받거나 다시 추가하세요. 저장됨으로 표시된 모델은 그대로입니다.`,
  'model-storage-failed': ({ file, reason }) =>
    `${file}: 저장하지 못했습니다${because(reason)}. 다시 시도하세요. 저장됨으로 표시된 모델은 그대로입니다.`,
  'model-busy': ({ name }) => `${name}: 다른 탭에서 추가하거나 지우고 있습니다. 끝나기를 기다리거나 그 탭을 닫으세요.`,
  'model-copying': () => '다른 모델을 추가하고 있습니다. 저장될 때까지 기다리거나 취소하세요.',
  'model-broken-off': ({ path, at, size }) =>
    `${path}: ${size}바이트 중 ${at}바이트에서 끊겼습니다. 도착한 것은 남아 있으니, 이어받으면 거기서부터 계속합니다.`,
  'model-file-different': ({ path, how }) =>
    `${path}: ${how === 'longer' ? '출처가 말한 것보다 길어' : 'SHA-256이 출처가 말한 것과 달라'} 손상된 채 도착했거나 바뀌었습니다. 남기지 않았으니, 이어받으면 이 파일을 다시 가져옵니다.`,
  'no-unfinished-model': ({ name }) => `${name}: 끝나지 않은 다운로드가 없습니다. 다시 내려받으세요.`,
} satisfies Part;

const hub = {
  'hub-off': ({ endpoint }) =>
    endpoint === null
      ? '허브가 꺼져 있어 이 페이지는 네트워크에 아무것도 요청하지 않습니다. 먼저 허브를 허용하고 다시 시도하세요.'
      : `이 다운로드는 ${endpoint}에서 시작했는데, 지금 이 페이지는 그곳에 요청할 수 없습니다. 그 허브를 허용하거나, 다운로드를 지우고 다시 시작하세요.`,
  'hub-name': ({ repository }) =>
    `“${repository}”: 저장소 이름이 아닙니다. owner/name 형식으로 적으세요. 예: Qwen/Qwen3-0.6B.`,
  'hub-connection-lost': ({ what, server, reason }) =>
    `${what} 요청 중에 ${server} 연결이 끊겼습니다${because(reason)}. 연결을 확인하세요. 도착한 것은 남아 있으니, 이어받으면 거기서부터 계속합니다.`,
  'hub-unauthorized': ({ what, server }) =>
    `${server}: 로그인하지 않은 방문자에게 ${what} 제공을 거부합니다(401). 저장소가 없거나 로그인이 필요합니다. 이름을 확인하세요. 권한이 있으면 ${BY_HAND}.`,
  'hub-forbidden': ({ what, server }) =>
    `${server}: 이 페이지에 ${what} 제공을 거부합니다(403). 먼저 허브에서 라이선스에 동의해야 합니다. 동의한 다음 ${BY_HAND}.`,
  'hub-missing': ({ what, server }) =>
    `${server}에 ${what} 항목이 없습니다(404). owner/name 형식의 이름을 확인하세요. 저장소 이름이 바뀌었을 수도 있습니다.`,
  'hub-busy': ({ server }) =>
    `${server}: 당분간 여기서 오는 요청을 더 받지 않습니다(429). 몇 분 기다렸다가 이어받으세요. 도착한 것은 남아 있습니다.`,
  'hub-web-page': ({ what, server }) =>
    `${server}: ${what} 대신 웹 페이지를 보냈습니다. 네트워크의 로그인 페이지이거나 허브의 경로가 없는 서버입니다. 주소와 네트워크를 확인하고 다시 시도하세요.`,
  'hub-refused': ({ what, server, status }) =>
    `${server}: ${what} 요청에 ${status} 응답을 보냈습니다. 나중에 다시 시도하세요. 도착한 것은 남아 있습니다.`,
  'hub-without-ranges': ({ what, server }) =>
    `${server}: 파일을 통째로만 보내므로 내려받기 전에 ${what} 검사를 할 수 없습니다. 다른 방법으로 폴더를 내려받아 여기에서 고르세요.`,
  'hub-answer': ({ repository }) =>
    `${repository}에 대한 허브의 응답이 예상과 다른 형식입니다. 허브의 주소를 확인하거나, 다른 방법으로 폴더를 내려받아 여기에서 고르세요.`,
} satisfies Part;

const exported = {
  'export-under-way': () => '내보내기가 아직 진행 중입니다. 기다리거나 취소하세요.',
  'no-export': () => '아직 내보낸 것이 없습니다. 먼저 모델을 내보내세요.',
  'no-weights-to-export': ({ run }) =>
    `실행 “${run}”에는 내보낼 가중치가 없습니다. 가중치는 첫 에포크 뒤에 저장되며, 가중치 없이 가져온 실행에는 없습니다.`,
  'no-lora-adapter': ({ model }) =>
    `${model}에는 어댑터가 없습니다. 가중치 전부를 학습했거나 하나도 학습하지 않았습니다. safetensors나 onnx 형식을 고르세요.`,
  'adapter-over-other-weights': ({ model, before, now }) =>
    `어댑터는 ${model}의 가중치 ${hashStart(before)} 위에서 학습했는데, 지금 그 폴더의 가중치는 ${hashStart(now)}입니다. 원래 파일을 되돌려 놓으세요.`,
  'file-not-json': ({ file, cause }) => `${file}: JSON이 아닙니다${because(cause)}. 고치거나 다시 내려받으세요.`,
  'zip-too-large': ({ bytes }) =>
    `내보낼 것이 ${formatBytes(bytes)} 이상이어서 zip 파일에 다 들어가지 않습니다. 가중치를 줄이거나 더 낮은 정밀도로 내보내거나, genenv export-model 명령을 쓰세요.`,
} satisfies Part;

const sweeps = {
  'run-settings-invalid': ({ run, problems }) =>
    settingSentences(problems)
      .map((sentence) => `실행 “${run}”: ${sentence}`)
      .join('\n'),
  'sweep-invalid': ({ causes }) => causes.map((cause) => `스윕에 잘못이 있습니다: ${cause}.`).join('\n'),
  'sweep-not-json': ({ cause }) => `스윕 파일이 JSON이 아닙니다${because(cause)}.`,
  'too-many-runs': ({ runs, most }) => `이 스윕에는 실행이 ${runs}개로, ${most}개를 넘습니다. 격자의 값을 줄이세요.`,
  'runs-the-same': () => '이 스윕의 두 실행이 같습니다. 모델 쌍마다 다른 모델을 쓰세요.',
  'sweep-under-way': ({ name }) => `스윕 “${name}”의 작업이 진행 중입니다. 먼저 취소하세요.`,
  'sweep-in-another-tab': ({ name }) =>
    `스윕 “${name}”의 작업이 다른 탭에서 진행 중입니다. 거기서 취소하거나 끝나기를 기다리세요.`,
  'no-finished-runs': ({ problems }) =>
    [
      '이 파일들에는 끝난 실행이 없습니다. genenv sweep 명령이 쓴 폴더, 그 summaries.jsonl, 또는 이벤트 로그를 고르세요.',
      ...problems.map(({ file, error }) => `${file}: ${errorSentence(error)}`),
    ].join(' '),
  'summary-damaged': ({ where, problem }) =>
    `${where}: 손상되었습니다${because(problem)}. 지우면 스윕이 그 실행을 다시 합니다.`,
  'not-a-summary': ({ where, version, place, cause }) =>
    `${where}: 버전 ${version}의 실행 요약이 아닙니다(${place}: ${cause}). 지우면 스윕이 그 실행을 다시 합니다.`,
  'not-a-results-file': ({ where, why }) =>
    `${where}: 결과 표가 아닙니다${because(why)}. 저장소에서 되돌리거나, 스윕의 폴더를 가져오세요.`,
  'batches-in-wrong-order': ({ closer, farther, alpha }) =>
    `첫 배치(성공률 ${closer})가 둘째 배치(${farther})보다 α = ${alpha}에 가까워야 합니다. 서로 바꾸세요.`,
} satisfies Part;

const benchmarks = {
  'nothing-to-advance': () => '채점 중인 것이 없습니다. 파일을 고르고 시작하세요.',
  'no-benchmark-loaded': () => '벤치마크의 파일을 불러오지 않았습니다. 먼저 고르세요.',
  'unknown-family': ({ name, known }) => `이름이 “${name}”인 과제군은 없습니다. 다음에서 고르세요: ${known}.`,
  'no-items': ({ needs }) => `채점할 문항이 없습니다. 다음이 있는 폴더를 고르세요: ${needs}.`,
} satisfies Part;

const files = {
  'file-missing': () => '파일이 없습니다. 폴더에 추가하세요.',
  'file-too-large': ({ size, limit }) =>
    `파일의 크기는 ${formatBytes(size)}, 한도는 ${formatBytes(limit)}입니다. 나머지는 읽지 않았습니다.`,
  'line-not-utf8': () => '줄이 올바른 UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요.',
  'line-too-long': ({ limit }) => `줄의 크기가 한도(${formatBytes(limit)})보다 큽니다. 나누거나 지우세요.`,
  'schema-mismatch': ({ place, cause }) => `${place}: 형식이 맞지 않습니다${because(cause)}.`,
  'not-json': ({ cause }) => `JSON이 아닙니다${because(cause)}.`,
  'not-an-array': () => '문항의 JSON 배열 하나여야 합니다.',
  'columns-missing': ({ columns }) => `머리글에 다음이 없습니다: ${columns}. 맞는 표인지 확인하세요.`,
  'duplicate-id': ({ id }) => `${id}: 두 번 나옵니다.`,
  'category-not-scored': ({ category }) =>
    `분류 ${category}: 채점하지 않습니다. 이 채점기는 단일 턴 Python 분류를 지원합니다.`,
  'answer-missing': ({ id, file }) => `${id}: ${file}에 가능한 답이 없습니다.`,
  'goal-of-other-type': ({ id, type }) => `“${id}”의 목표가 과제 유형 ${type}에 맞지 않습니다.`,
  'inconsistent-game': ({ id, inconsistency }) => `게임 “${id}”의 내용이 서로 맞지 않습니다${because(inconsistency)}.`,
  'not-pddl': () => 'PDDL 문제가 아닙니다. (:init …)이나 (:goal …)이 없습니다.',
  'unknown-goal': () => '목표가 여섯 가지 과제 가운데 어느 것도 아닙니다.',
  parentheses: ({ fault }) =>
    fault === 'unopened' ? '열린 적 없는 괄호가 닫힙니다.' : '열린 괄호가 닫히지 않습니다. 파일이 잘렸는지 확인하세요.',
  'not-a-city-and-state': () => '도시, 탭, 주가 있어야 합니다.',
  'database-missing': ({ tables }) =>
    `TravelPlanner의 데이터베이스에 다음이 없어 계획을 채점할 수 없습니다: ${tables}. 내려받을 곳은 그 README(https://github.com/OSU-NLP-Group/TravelPlanner)에 있습니다. 그 폴더나 링크를 질의 옆에 두세요.`,
  'no-plan': ({ problem }) => `출력에 계획이 없습니다. ${errorSentence(problem)}`,
  'empty-plan': () => '계획이 비어 있습니다.',
} satisfies Part;

const python = {
  'nested-too-deep': ({ limit }) => `중첩이 너무 깊습니다${limit === null ? '' : `(${limit}단계 초과)`}.`,
  'incomplete-call': () => '호출에 "function"이나 "parameters"가 없습니다.',
  'integer-too-long': ({ limit }) => `정수가 ${limit}자리를 넘습니다.`,
  'not-a-list-of-calls': () => '출력이 호출의 목록이 아닙니다.',
  'not-a-number': ({ literal }) => `${literal}: 수가 아닙니다.`,
  'not-evaluated': ({ does, what }) =>
    ({
      calls: `평가하지 않음: \`${what}\`을(를) 호출합니다.`,
      uses: `평가하지 않음: \`${what}\`을(를) 사용합니다.`,
      'too-large': '평가하지 않음: 결과가 너무 큽니다.',
    })[does],
  'python-no-end': () => 'Python이 이 출력을 끝내지 못합니다.',
  'python-refuses': ({ error }) => `Python이 받아들이지 않습니다${because(error)}.`,
} satisfies Part;

const errors: PageErrorSentences = {
  ...gpu,
  ...threads,
  ...storage,
  ...runs,
  ...imports,
  ...modelFolders,
  ...asked,
  ...storedModels,
  ...hub,
  ...exported,
  ...sweeps,
  ...benchmarks,
  ...files,
  ...python,
};

export const errorSentence = errorSentences(
  { ...commandErrors, ...errors },
  (message) => `오류가 났습니다. 프로그램이 영어로 다음과 같이 알렸습니다: ${message}`,
);
