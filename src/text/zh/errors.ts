/** @file Sentences of the errors that a page can show: cause and remedy. The codes are in src/common/error-parameters.ts. */
import type { TasksProblem } from '../../tasks/given/check-tasks.ts';
import { tasksProblemText } from '../../tasks/given/problems.zh.ts';
import type { WorldProblem } from '../../tasks/worlds/check-world.ts';
import { worldProblemText } from '../../tasks/worlds/problems.zh.ts';
import type { ErrorParametersByCode, Obstacle } from '../../common/error-parameters.ts';
import type { SettingName, SettingProblem } from '../../genenv/settings/settings.ts';
import { commandErrors } from '../en/command-errors.ts';
import { errorSentences, type PageErrorSentences } from '../error-sentences.ts';
import { settingProblemText, settingWords } from './settings.ts';
import { formatBytes } from '../bytes.ts';

const settingSentences = (problems: readonly object[]): string[] =>
  (problems as readonly SettingProblem[]).map(settingProblemText);

const players = { agent: '智能体', environment: '环境模型' };

/** A cause that is known only in the words of the browser or of a library. */
const because = (reason: string): string => (reason ? `（${reason}）` : '');

/** Shares that were measured, of what the checkpoint was prepared for. */
const preparationFound = ({ wellFormed, right, valid }: ErrorParametersByCode['not-prepared']): string =>
  (
    [
      ['合乎格式的回答', wellFormed],
      ['答对', right],
      ['有效任务', valid],
    ] as const
  )
    .flatMap(([name, share]) => (share === null ? [] : `${name} ${(100 * share).toFixed(0)}%`))
    .join('，');

/** The obstacle of a run, before it begins. */
export function obstacleSentence(obstacle: Obstacle): string {
  switch (obstacle.code) {
    case 'memory':
      return `放不下：最多需要 ${formatBytes(obstacle.bytes)}，但只能用 ${formatBytes(obstacle.limit)}。`;
    case 'buffer':
      return `放不下：需要 ${formatBytes(obstacle.bytes)} 的缓冲区，但适配器只允许 ${formatBytes(obstacle.limit)}。`;
    case 'binding':
      return `放不下：某个内核要一次读取 ${formatBytes(obstacle.bytes)}，但适配器只允许 ${formatBytes(obstacle.limit)}。`;
    case 'refused':
      return errorSentence(obstacle.problem);
  }
}
export const NO_SETTING_ENOUGH = '怎样调低内存设置都不够：请换更小的模型，或换图形适配器。';

const BY_HAND = '请用 Hub 自己的程序（hf download）下载仓库，再在这里选它的文件夹';
const DOWNLOAD_AGAIN = '请重新下载该文件；若无效，请换一个模型。';
const RELOAD = '请重新载入页面；已完成的轮都存着。';

/** The parts of the list; {@link errors} is complete by its type. */
type Part = Partial<PageErrorSentences>;

const gpu = {
  'no-webgpu': () =>
    '这里没有 WebGPU。请用当前版本的 Chrome、Edge、Firefox 或 Safari，经 https 或 localhost 打开页面。',
  'no-adapter': () =>
    'WebGPU 没有可用的图形适配器。请更新显卡驱动并打开硬件加速。没有 GPU 时，可用 --enable-unsafe-webgpu --use-webgpu-adapter=swiftshader 启动 Chromium（npm start 就是这样）。',
  'adapter-withdrawn': () =>
    'GPU 失败的次数太多，浏览器不再提供它。请重启浏览器：运行会从最近完成的一轮之后继续，在此之前仍可回放。',
  'operation-refused': ({ details }) => `GPU 拒绝了一次操作${because(details)}。请重新载入页面，并试试更小的批或模型。`,
  'device-lost': ({ details }) =>
    `GPU 丢失了${because(details)}。请重新载入页面：运行会从最近完成的一轮之后继续。若再次发生，请关闭其他使用 GPU 的程序并重启浏览器。`,
  'parameter-too-large': ({ parameter, bytes, limit }) =>
    `参数 ${parameter} 占 ${formatBytes(bytes)}，而这个图形适配器一次至多绑定 ${formatBytes(limit)}。请用更小的模型，或换适配器。`,
  'kernel-not-built': ({ kernel, details }) =>
    `GPU 内核“${kernel}”无法编译${because(details)}。请连同图形适配器的名称报告给我们；换浏览器或适配器也许可行。`,
  'does-not-fit': ({ obstacle, settings }) =>
    obstacleSentence(obstacle) + (settings ? `改成 ${settings} 就放得下。` : NO_SETTING_ENOUGH),
} satisfies Part;

const threads = {
  'thread-stopped': ({ cause }) => `一个后台线程停止了${because(cause)}。${RELOAD}`,
  'thread-unreadable': () => `一个后台线程发来的消息无法读取。${RELOAD}`,
  'thread-ended': () => '一个后台线程已结束。',
  'python-not-started': ({ where, cause }) =>
    `Python 无法启动${because(cause)}。${where === 'page' ? '请检查与页面服务器的连接，然后重新评分。' : '请重新安装依赖：npm install。'}`,
  'no-model': () => '这个线程里没有载入模型。请重新打开运行。',
  'no-web-crypto': () => '这个页面无法计算哈希（WebCrypto）。请用 https 或 localhost 打开。',
  'example-not-reached': () => '无法取得录制的运行。请检查网络连接，然后再试。',
  'example-not-loaded': ({ status }) => `录制的示例无法载入（HTTP ${status}）。`,
  'example-damaged': () => '录制的运行到达时已损坏。请重新载入页面，再取一次。',
  'recorded-results-not-loaded': ({ cause }) =>
    `录制的结果无法载入（${cause}）。页面的服务器可以访问之后，请重新选择。`,
  'too-many-files': ({ most }) => `文件夹里的文件超过 ${most} 个，不可能是一个基准或模型。请选择其中真正的文件夹。`,
} satisfies Part;

const storage = {
  'store-full': () =>
    '无法存储：浏览器已没有空间留给这个网站。没有留下写了一半的内容；请删除或导出旧的运行，或腾出磁盘空间，然后再试。',
  'disk-full': () => '无法存储：磁盘已满。请腾出空间，再执行同一条命令。',
  'store-conflict': () => '另一个标签页或程序已写过这次运行。请关闭其中一个，再重新打开运行。',
  'store-held-by-other-tab': () =>
    '无法打开存下的运行：本页面的另一个标签页还开着较早的版本。请关闭那个标签页，再重新载入本页。',
  'store-unavailable': ({ reason }) =>
    `无法使用浏览器的数据库${because(reason)}。请离开无痕浏览并允许本页面存储数据，然后重新载入。`,
  'store-newer': () => '无法读写：存下的运行是这个页面更新的版本写的。请重新载入页面，以得到那个版本。',
  'store-closed': () =>
    '与存下的运行的连接已断开：另一个标签页用着这个页面更新的版本，或浏览器清除了它的数据。请重新载入页面；除非数据已被清除，已完成的轮都在。',
  'store-missing': () => '没有存着这次运行：它已被删除，或属于另一个浏览器用户。',
  'store-failed': ({ reason }) => `存储失败${because(reason)}。没有留下写了一半的内容；请再试一次。`,
  'checkpoint-not-stored': ({ epoch }) => `没有存着第 ${epoch} 轮的检查点。请不要选它。`,
  'checkpoint-damaged': ({ run, epoch, why }) =>
    `运行“${run}”第 ${epoch} 轮的权重无法使用${because(why)}。请放回完好的副本，或用同样的设置开始新的运行。`,
  'event-not-plain-data': ({ reason }) =>
    `无法存储：一个事件里有不是普通数据的内容${because(reason)}。请把这个错误报告给我们。`,
  'event-not-finite': ({ place, event }) => `无法写事件日志：${event} 的 ${place} 不是有限的数。`,
  'event-log-damaged': ({ path, problem }) =>
    `${path} 已损坏${because(problem)}。请用完好的副本，或从那一行起截去：它之前的各轮是完整的。`,
  'stored-run-damaged': ({ run, problem }) =>
    `存着的运行“${run}”已损坏${because(problem)}。它之前的各轮是完整的：请从那里开始分支，或删除这次运行。`,
  'run-exists': ({ run }) => `${run} 里已有一次运行。请另选一个文件，或继续那次运行。`,
} satisfies Part;

const runs = {
  'run-open-elsewhere': () => '这次运行已在另一个标签页里打开：请在那边继续，或关掉它再重新载入本页。',
  'link-runs-elsewhere': () =>
    '另一个标签页已经在运行这个链接，同时运行几次会互相拖慢。请看那个标签页，或按播放键在这里也运行。',
  'epoch-not-stored': () => '最近一轮还没有存下。请腾出空间、继续运行，然后再改设置。',
  'session-ended': () => '这次会话已结束。请重新打开运行再继续。',
  'no-run-open': () => '没有打开的运行。请打开一次存下的运行，或开始新的。',
  'run-diverged': ({ player, what, epoch, setting, value }) =>
    `${players[player]}在第 ${epoch} 轮发散：${what} 不是有限的数。运行到此停止，已完成的轮都保留。请用更低的${
      settingWords[setting as SettingName].label
    }（现为 ${value}）开始新的运行。`,
  'different-tokenizers': ({ one, other }) =>
    `模型 ${one} 和 ${other} 的分词器不同，一个读不懂另一个写的。请选词表相同的两个模型。`,
  'other-weights': ({ model }) =>
    `这次运行所用的模型 ${model}，其文件夹里的权重已经不同。请放回原来的文件，或开始新的运行。`,
  'other-adapter': ({ player, before, now }) =>
    `这次运行的${players[player]}始于 ${before}，现在在 ${now} 上继续：从这里起，数字的末几位可能不同。`,
  'weights-not-stored': ({ run }) =>
    `运行“${run}”最后一轮之后的权重没有存下，所以可以看，不能继续。请用它的设置开始新的运行。`,
  'epoch-without-weights': ({ run, epoch, kept }) =>
    `运行“${run}”第 ${epoch} 轮之后的权重没有保留，不能从那里开始新的运行。${
      kept ? `请选这些轮之一：${kept}。` : '它的权重一份也没有保留。'
    }`,
  'no-teacher': () => '实验组 offline 需要教师模型，但没有载入。请在设置里指定一个。',
  'no-embeddings': () => '按嵌入计算奖励需要嵌入模型，但没有载入。请在设置里指定一个。',
  'embeddings-missing': () => '嵌入模型没有给出某段文本的向量。请重新打开运行。',
  'no-valid-task-before-training': () => '训练前没有写出一个有效的任务。请换一个写任务的模型。',
  'task-of-other-family': ({ family }) =>
    `这次运行会用到任务族 ${family} 的任务，而它不在运行的任务族之中。请开始新的运行。`,
  'family-not-of-run': ({ name, families }) => `这次运行的模型不认识任务族“${name}”。请选这些之一：${families}。`,
  'not-a-task': ({ text, reason }) => `“${text}”不是任务${because(reason)}。请改正文本。`,
  'vocabulary-lacks-word': ({ family, word }) =>
    `这个模型读不了任务族 ${family}：它的词表里没有“${word}”。请选在这个任务族上训练过的模型。`,
  'tasks-guessed': ({ percent, most }) =>
    `随便用同级别的一个答案作答，也有 ${percent}% 的任务答对；要造一对模型，至多 ${most}%，才有东西可学。请给出答案更多样的任务。`,
  'no-base-model': ({ recipe, steps }) =>
    `${recipe}：训练 ${steps} 步之后，并非每一级都有 90% 的文本合乎格式。请选更大的尺寸、另一个种子，或任务更短的世界。`,
  'not-prepared': (found) =>
    `${found.steps} 步之后模型还没有准备好：${preparationFound(found)}。请用更大的 --steps 或另一个 --learning-rate；如果已有太多回答是对的，请换更难的任务族。`,
  'no-chat-template': ({ model }) => `${model} 没有聊天模板，无法写出示例。请选为对话而训练的模型。`,
  'loss-not-finite': ({ recipe, loss, step }) => `${recipe} 在第 ${step} 步的损失是 ${loss}。请降低学习率。`,
  settings: ({ problems }) => settingSentences(problems).join('\n'),
} satisfies Part;

const imports = {
  'log-without-start': ({ log }) => `${log ?? '日志'}不是从一次运行的开头开始的。请用完整的日志，从第一行起。`,
  'not-a-run-file': ({ why }) =>
    `这不是一次运行的文件${because(why)}。请选导出的运行、事件日志，或其他训练程序的 JSON 行。`,
  'run-newer': ({ version, newest }) =>
    `这次运行是由本程序更新的版本写成的（版本 ${version}；这里至多能读到版本 ${newest}）。请重新载入页面，或更新程序。`,
  'no-finished-epoch': ({ file, problems }) =>
    `${file ?? '文件'}里没有一轮可读的完整内容${because(problems.map(errorSentence).join(''))}。请换一份日志，或重新导出运行。`,
  'run-damaged': ({ name, problems }) =>
    `${name} 已损坏${because(problems.map(errorSentence).join(''))}。请用它的完好副本。`,
  'zip-damaged': () => '文件已损坏或被截断。请用它的完好副本。',
  'zip-unpacks-too-large': ({ times }) =>
    `这个文件解开后超过它大小的 ${times} 倍，所以不是一次运行的文件。请选由导出运行得到的文件。`,
  'zip-too-many-files': ({ most }) =>
    `这个文件里有超过 ${most} 个文件，所以不是一次运行的文件。请选由导出运行得到的文件。`,
  'line-damaged': ({ file, read }) => `${file} 有一行已损坏。${read ? '它之前的各轮已读入。' : ''}`,
  'epoch-damaged': ({ epoch, epochs, line }) =>
    `文件的第 ${epoch} 轮（共 ${epochs} 轮）已损坏，在第 ${line} 行或之后。它之前的各轮是完整的，已读入。`,
  'epoch-cut-off': ({ epoch, epochs, line }) =>
    `文件在第 ${epoch} 轮（共 ${epochs} 轮）被截断，在第 ${line} 行或之后。它之前的各轮是完整的，已读入。`,
  'weights-damaged': ({ epoch }) => `第 ${epoch} 轮的权重已损坏，或属于已损坏的一轮，没有读入。`,
  'no-rollouts': ({ problem }) =>
    `这里没有能读的采样回答${because(problem ? errorSentence(problem) : '')}。能读的有：TRL 的 completions_*.parquet、verl 的 rollout_data_dir，以及形如 {"step": 1, "input": "…", "output": "…", "score": 1} 的 JSON 行。`,
  'rollouts-mixed': ({ one, other }) =>
    `这个文件夹里有两种形式的采样回答，可能是同一批：${one} 和 ${other}。请选其中一种所在的文件夹。`,
  'rollout-row': ({ file, row, problem }) =>
    [file, row === null ? null : `第 ${row} 行`].filter((part) => part !== null).join('，') +
    (file === null && row === null ? '' : '：') +
    errorSentence(problem),
  'more-rows': ({ rows }) => `还有 ${rows} 行或文件无法读取。`,
  'step-too-large': ({ step, rollouts }) =>
    `第 ${step} 步大到无法放入内存：其中 ${rollouts} 个采样回答没有读入。请把它的文件分成几份。`,
  'row-not-json': () => '不是 JSON 对象，没有读入。',
  'row-cut-off': () => '被截断，没有读入；等写完之后再打开。',
  'row-too-long': ({ most }) => `长于 ${formatBytes(most)}，没有读入。`,
  'row-invalid': ({ place }) => `${place} 不合要求，没有读入。`,
  'row-lacks': ({ field }) => `没有“${field}”，没有读入。`,
  'row-not-finite': ({ field }) => `“${field}”不是有限的数，没有读入。`,
  'row-no-step': () => '没有步数（step 或 epoch），没有读入。',
  'row-no-task': () => '没有任务（task、input 或 prompt），没有读入。',
  'row-no-reward': () => '有采样回答没有奖励，没有读入。',
  'parquet-unreadable': ({ cause }) => `这个 Parquet 文件已损坏，或还没有写完${because(cause)}；等写完之后再打开。`,
  'parquet-codec': ({ codec, known }) => `这个 Parquet 文件用 ${codec} 压缩，这里不能读；请用 ${known} 之一来写。`,
  'parquet-columns': ({ columns, needed }) => `这个 Parquet 文件的列是 ${columns}；TRL 的 completions 要有 ${needed}。`,
} satisfies Part;

const modelFolders = {
  missing: ({ file }) =>
    `缺少文件 ${file}。请选含有 config.json、tokenizer.json 和权重（model.safetensors 或其分片）的文件夹，或带分词器的 GGUF 文件。`,
  malformed: ({ file, what }) => `${file} 的格式不对${because(what)}。${DOWNLOAD_AGAIN}`,
  unsupported: ({ file, what }) =>
    `${file} 要求的计算这里不支持${because(what)}。请用 Llama、Qwen2 或 Qwen3 架构的检查点，例如 SmolLM2、Qwen2.5 或 Qwen3；GGUF 文件可用 F32、F16、BF16、Q8_0、Q4_0、Q4_1、Q4_K 或 Q6_K。`,
  damaged: ({ file }) =>
    `${file} 已损坏或被换过：与文件夹清单里的 SHA-256 不符。请重新下载文件夹，或选原来的那个。若是你自己改的，删去 files.json 就不再核对。`,
  mismatch: ({ file, what }) => `${file} 与文件夹里的其他文件不符${because(what)}。请用同一个检查点的全部文件。`,
  'not-finite': ({ file }) => `${file} 里有 NaN 或无穷大。请用训练发散之前的权重。`,
  template: ({ file, what }) => `${file} 的对话模板无法使用${because(what)}。请换一个检查点。`,
  'unsupported-size': ({ size, value, multiple }) =>
    `${size} 为 ${value}，而本引擎要求它是 ${multiple} 的倍数。请换一个检查点。`,
  'size-beyond-q4': ({ size, value, multiple }) =>
    `${size} 为 ${value}，而 4 位的冻结权重要求它是 ${multiple} 的倍数。请把冻结权重设为 f16（basePrecision）。`,
  'beyond-f16': ({ name, value, largest }) =>
    `${name} 里有 ${value}，超过 f16 所能表示的最大值（${largest}）。请用 f32。`,
  'no-end-token': () => '这个模型没有指明结束词元，回答就不会结束。请用指明了结束词元的检查点。',
  'model-name': ({ name }) =>
    `“${name}”不是本页面的模型：网址和文件夹以外的路径一概不请求。请下载文件夹，在“模型”页添加，再按它的名称选用。`,
  'shipped-models': () => '随页面附带的模型列表（models/manifest.json）缺失或损坏。请重新安装页面。',
  'server-refused': ({ address, status }) => `${address}：服务器回答 ${status}。请稍后再试。`,
  'address-not-reached': ({ address, reason }) => `连不上 ${address}${because(reason)}。请检查网络连接。`,
  'no-graph': ({ folder, graph }) =>
    `${folder} 没有这里能用的 ONNX 计算图（${graph}）。请选为 transformers.js 导出的文件夹。`,
  'graph-malformed': ({ file, what }) => `${file} 的格式不对${because(what)}。请重新下载文件夹，或重新导出模型。`,
  'graph-refused': ({ device, cause }) =>
    `ONNX Runtime 在 ${device} 上拒绝这个计算图${because(cause)}。请用为 transformers.js 导出的计算图，或换一种精度。`,
  'graph-failed': ({ cause }) =>
    `ONNX Runtime 无法计算这个模型${because(cause)}。请用为文本生成或特征提取导出的计算图。`,
  'library-refused': ({ folder, cause }) =>
    `transformers.js 用不了 ${folder}${because(cause)}。请选为此用途导出的文件夹，或重新导出模型。`,
  'onnx-runtime-not-loaded': ({ library, cause }) =>
    `${library} 无法载入${because(cause)}。请检查与本页面服务器的连接，然后再试。`,
  'no-logits': ({ folder }) =>
    `${folder} 的计算图不给出每个词元的 logits，所以不是语言模型。请选为文本生成导出的文件夹。`,
  'no-embedding-model': ({ folder }) => `${folder} 的计算图给不出嵌入。请选为特征提取导出的文件夹。`,
  'text-not-embedded': ({ model, text, what }) =>
    `${model} 没有给出“${text}”的向量${because(what)}。请选为特征提取导出的文件夹。`,
} satisfies Part;

const asked = {
  'unknown-word': ({ word }) => `分词器没有“${word}”对应的词元：只能用词表里的词。`,
  'token-outside-vocabulary': ({ token, vocabulary }) =>
    `词元编号 ${token} 不在模型的 ${vocabulary} 个词元之中。请用模型自己的分词器编码文本。`,
  'prompt-too-long': ({ tokens, newTokens, positions }) =>
    `提示词有 ${tokens} 个词元，再加 ${newTokens} 个新词元，就超过了模型的 ${positions} 个位置。请缩短提示词，或少采样一些词元。`,
  'sequence-too-long': ({ tokens, positions }) =>
    `${tokens} 个词元的序列超过了模型的 ${positions} 个位置。请缩短提示词或回答。`,
  'model-not-finite': ({ what }) => `${what} 不是有限的数：模型已发散。请用发散之前的权重，并用更低的学习率继续训练。`,
  'empty-update': () => '一次更新至少需要一个带损失的词元，而这一批没有。',
  'too-large-to-show': ({ numbers, most }) =>
    `这里有 ${numbers} 个数，而页面至多显示 ${most} 个。请选更小的矩阵、更短的文本或更小的模型。`,
  'unknown-weight': ({ name }) => `这个模型没有权重“${name}”。请从它的列表里选。`,
} satisfies Part;

const storedModels = {
  'model-exists': ({ name }) => `${name} 已经存着。请先删除，再重新添加。`,
  'no-model-files': ({ name }) =>
    `${name} 里没有模型：最上层既没有 config.json，也不是恰有一个 GGUF 文件。请选含有 config.json、tokenizer.json 和权重（model.safetensors，或分片及其索引；或 onnx/model.onnx）的文件夹，或一个 GGUF 文件。`,
  'model-not-shipped': ({ name }) =>
    `仓库里没有 ${name}。请用 npx genenv pretrain ${name} 生成它，其哈希与 models/manifest.json 中所列的一致。`,
  'model-not-stored': ({ name }) =>
    `${name} 没有存在这个浏览器里，或没有复制完。请在“模型”页添加它的文件夹；若本页面可以访问 Hub，也可在那里下载。然后再试。`,
  'no-model-storage': ({ reason }) =>
    `浏览器不给本页面存放模型的空间${because(reason)}。请在无痕浏览之外用 https 或 localhost 打开页面，并允许存储数据。`,
  'no-room-for-model': ({ name, needed, available }) =>
    `${name} 存不下：需要 ${formatBytes(needed)}，而浏览器只剩 ${formatBytes(available)}。请删除一个模型或旧的运行，或腾出磁盘空间，然后再试。还什么都没有存。`,
  'model-storage-full': ({ file }) =>
    `${file} 存不下：浏览器已没有空间留给这个网站。请删除一个模型或旧的运行，或腾出磁盘空间，然后继续或重新添加；已存好的模型不受影响。`,
  'model-storage-failed': ({ file, reason }) => `${file} 存不下${because(reason)}。请再试一次；已存好的模型不受影响。`,
  'model-busy': ({ name }) => `另一个标签页正在添加或删除 ${name}。请等它结束，或关掉那个标签页。`,
  'model-copying': () => '正在添加另一个模型。请等它存好，或取消它。',
  'model-broken-off': ({ path, at, size }) =>
    `${path} 在 ${size} 字节中的第 ${at} 字节处中断。已到的部分保留着：继续下载就从那里接上。`,
  'model-file-different': ({ path }) => `${path} 到达时已损坏或被换过，没有保留：继续下载会重新取这个文件。`,
  'no-unfinished-model': ({ name }) => `没有 ${name} 的未完成下载。请重新下载。`,
} satisfies Part;

const hub = {
  'hub-off': ({ endpoint }) =>
    endpoint === null
      ? 'Hub 未被允许：本页面不向它请求任何内容。请先允许，然后再试。'
      : `这次下载来自 ${endpoint}，而本页面现在不可访问它。请允许那个 Hub，或删除这次下载后重新开始。`,
  'hub-name': ({ repository }) => `“${repository}”不是仓库名。请写成 owner/name，例如 Qwen/Qwen3-0.6B。`,
  'hub-connection-lost': ({ what, server, reason }) =>
    `取 ${what} 时与 ${server} 的连接断了${because(reason)}。请检查网络；已到的部分保留着，继续下载就从那里接上。`,
  'hub-unauthorized': ({ what, server }) =>
    `${server} 不把 ${what} 给匿名访客（401）：仓库不存在，或需要登录。请检查名称。若你有权限，${BY_HAND}。`,
  'hub-forbidden': ({ what, server }) =>
    `${server} 不把 ${what} 给本页面（403）：要先在那里接受许可证。请在 Hub 上接受。${BY_HAND}。`,
  'hub-missing': ({ what, server }) => `${server} 上没有 ${what}（404）。请检查名称，写作 owner/name；仓库也许已改名。`,
  'hub-busy': ({ server }) => `${server} 暂时不再接受这里的请求（429）。请等几分钟再继续；已到的部分保留着。`,
  'hub-web-page': ({ what, server }) =>
    `${server} 没有给出 ${what}，而是给了一个网页：可能是网络的登录页，也可能不是 Hub 服务器。请检查网址和网络，然后再试。`,
  'hub-refused': ({ what, server, status }) =>
    `${server} 给不出 ${what}：它回答 ${status}。请稍后再试；已到的部分保留着。`,
  'hub-without-ranges': ({ what, server }) =>
    `${server} 只能整份发送文件，所以 ${what} 在下载前无法检查。请用别的办法下载文件夹，再在这里选它。`,
  'hub-answer': ({ repository }) =>
    `Hub 关于 ${repository} 的回答不是预期的形式。请检查 Hub 的网址，或用别的办法下载文件夹，再在这里选它。`,
} satisfies Part;

const exported = {
  'export-under-way': () => '一次导出还在进行。请等它完成，或取消它。',
  'no-export': () => '还没有导出任何模型。请先导出一个。',
  'no-weights-to-export': ({ run }) =>
    `运行“${run}”没有可导出的权重：第一轮之后才会存下权重，导入时不带权重的运行则没有。`,
  'no-lora-adapter': ({ model }) =>
    `${model} 没有适配器：它的权重全部训练过，或都没有训练。请选 safetensors 或 ONNX 格式。`,
  'adapter-over-other-weights': ({ model }) =>
    `适配器是在模型 ${model} 上训练的，而那个文件夹里的权重已经不同。请放回原来的文件。`,
  'file-not-json': ({ file, cause }) => `${file} 不是 JSON${because(cause)}。请改正它，或重新下载该文件。`,
  'zip-too-large': () => '导出的内容超过一个 zip 文件的容量。请用更低的精度导出，或少导出一些权重。',
} satisfies Part;

const sweeps = {
  'not-tasks': ({ file, faults }) =>
    (faults as readonly TasksProblem[]).map((problem) => `${file}：${tasksProblemText(problem)}`).join('\n'),
  'not-a-world': ({ file, faults }) =>
    (faults as readonly WorldProblem[]).map((problem) => `${file}：${worldProblemText(problem)}`).join('\n'),
  'run-settings-invalid': ({ run, problems }) =>
    settingSentences(problems)
      .map((sentence) => `运行“${run}”：${sentence}`)
      .join('\n'),
  'sweep-invalid': ({ causes }) => `批量实验的文件不合要求${because(causes.join('；'))}。请改正它。`,
  'sweep-not-json': ({ cause }) => `批量实验的文件不是 JSON${because(cause)}。请改正它。`,
  'too-many-runs': ({ runs, most }) => `这个批量实验有 ${runs} 次运行，超过 ${most} 次。请减少要改变的取值。`,
  'runs-the-same': () => '这个批量实验里有两次运行相同。请给各对模型不同的模型。',
  'sweep-under-way': ({ name }) => `批量实验“${name}”正在进行。请先取消它。`,
  'sweep-in-another-tab': ({ name }) => `批量实验“${name}”正在另一个标签页里进行。请在那边取消，或等它完成。`,
  'no-finished-runs': ({ problems }) =>
    `这些文件里没有完成的运行${because(problems.map(({ file, error }) => `${file}：${errorSentence(error)}`).join(''))}。请选 genenv sweep 写入的文件夹、它的 summaries.jsonl，或一份事件日志。`,
  'summary-damaged': ({ where }) => `${where} 已损坏。请删去它：批量实验会重做那次运行。`,
  'not-a-summary': ({ where, version, place }) =>
    `${where} 不是版本 ${version} 的运行摘要（${place} 不合要求）。请删去它：批量实验会重做那次运行。`,
  'not-a-results-file': ({ where, why }) =>
    `${where} 不是结果表${because(why)}。请从仓库恢复它，或者打开批量实验的文件夹。`,
  'batches-in-wrong-order': ({ closer, farther, alpha }) =>
    `第一批（成功率 ${closer}）必须比第二批（${farther}）更接近 α = ${alpha}。请交换它们。`,
} satisfies Part;

const benchmarks = {
  'nothing-to-advance': () => '没有正在打分的内容。请选择文件并开始。',
  'no-benchmark-loaded': () => '还没有载入基准的文件。请先选择它们。',
  'unknown-family': ({ name, known }) => `没有任务族“${name}”。请选这些之一：${known}。`,
  'no-items': ({ needs }) => `没有读到题目。请选含有 ${needs} 的文件夹。`,
} satisfies Part;

const files = {
  'file-missing': () => '缺少这个文件。请把它加进文件夹。',
  'file-too-large': ({ size, limit }) =>
    `文件有 ${formatBytes(size)}，超过上限 ${formatBytes(limit)}，超出的没有读。请检查是不是选错了文件。`,
  'line-not-utf8': () => '这一行不是有效的 UTF-8。请把文件存为 UTF-8。',
  'line-too-long': ({ limit }) => `这一行超过 ${formatBytes(limit)}。请拆开或删去它。`,
  'schema-mismatch': ({ place, cause }) => `${place} 不合要求${because(cause)}。`,
  'not-json': ({ cause }) => `不是 JSON${because(cause)}。`,
  'not-an-array': () => '应为一个由题目组成的 JSON 数组。',
  'columns-missing': ({ columns }) => `表头缺少 ${columns}。请检查是不是选错了表。`,
  'duplicate-id': ({ id }) => `${id} 出现了两次。`,
  'category-not-scored': ({ category }) => `类别 ${category} 不打分：这里只支持单回合的 Python 类别。`,
  'answer-missing': ({ id, file }) => `${id} 在 ${file} 里没有允许的答案。`,
  'goal-of-other-type': ({ id, type }) => `“${id}”的目标不符合它的任务类型 ${type}。`,
  'inconsistent-game': ({ id, inconsistency }) => `游戏“${id}”前后不一致${because(inconsistency)}。`,
  'not-pddl': () => '这不是 PDDL 问题：它缺少 (:init …) 或 (:goal …)。',
  'unknown-goal': () => '目标不是六种任务中的任何一种。',
  parentheses: () => '括号不配对。请检查文件是否被截断。',
  'not-a-city-and-state': () => '应为城市、制表符和州。',
  'database-missing': ({ tables }) =>
    `TravelPlanner 的数据库缺少 ${tables}，没有它们就无法给计划打分。请按其 README（https://github.com/OSU-NLP-Group/TravelPlanner）下载，把它的文件夹放在查询旁边。`,
  'no-plan': ({ problem }) => `输出里没有计划${because(errorSentence(problem))}。`,
  'empty-plan': () => '计划是空的。',
} satisfies Part;

const python = {
  'nested-too-deep': ({ limit }) => `嵌套太深${limit === null ? '' : `：超过 ${limit} 层`}。`,
  'incomplete-call': () => '一个调用缺少 "function" 或 "parameters"。',
  'integer-too-long': ({ limit }) => `一个整数超过 ${limit} 位。`,
  'not-a-list-of-calls': () => '输出不是由调用组成的列表。',
  'not-a-number': ({ literal }) => `${literal} 不是数。`,
  'not-evaluated': ({ does, what }) =>
    ({
      calls: `未求值：调用了 \`${what}\`。`,
      uses: `未求值：使用了 \`${what}\`。`,
      'too-large': '未求值：结果会太大。',
    })[does],
  'python-no-end': () => 'Python 处理这个输出没有尽头。',
  'python-refuses': ({ error }) => `Python 不接受它${because(error)}。`,
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
  (message) => `出错了，程序用英文说明如下：${message}`,
);
