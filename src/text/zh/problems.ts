/** @file The words of failures: what happened, and what a person can do. */
import type { ErrorParameters } from '../../common/coded-error.ts';
import type { SettingName, SettingProblem } from '../../genenv/settings/settings.ts';
import { settingProblemText, settingWords } from './settings.ts';

export const problems = {
  retry: '再试一次',
  dismiss: '关闭这条消息',
  details: '技术细节',
  noWebGpu: {
    cause: '这个浏览器没有 WebGPU，而两个模型都要靠它运行。',
    remedy:
      '请用当前版本的 Chrome 或 Edge、Safari 26 或 Firefox 141 及更新版本，或打开 WebGPU（chrome://flags/#enable-unsafe-webgpu）。存下的运行和录下的示例仍可播放。',
  },
  insecure: {
    cause: 'WebGPU 只在安全的页面上可用，而这个页面是用普通 HTTP 打开的。',
    remedy: '请用 http://localhost 或 HTTPS 打开。存下的运行和录下的示例仍可播放。',
  },
  runNotDrawn: {
    cause: '这次运行画不出来：它的事件彼此不符，或者画图失败了。',
    remedy: '请在上方选另一次运行，或开始新的。存下的运行保持原样。',
  },
  unexpected: {
    cause: '发生了意料之外的错误。',
    remedy: '请再试一次或重新载入页面：运行会从最近存下的一轮之后继续。若再次发生，请连同下面的细节报告给我们。',
  },
} as const;

const settingSentences = ({ problems }: ErrorParameters): string[] =>
  (problems as unknown as readonly SettingProblem[]).map(settingProblemText);

const players: Readonly<Record<string, string>> = { agent: '智能体', environment: '环境模型' };
const playerOf = (player: ErrorParameters[string]): string => players[String(player)] ?? String(player);

/** A cause that is known only in the words of the browser or of a library. */
const because = (reason: ErrorParameters[string]): string => (reason ? `（${String(reason)}）` : '');

/** A number of bytes. */
const megabytes = (bytes: ErrorParameters[string]): string => `${(Number(bytes) / 1e6).toFixed(0)} MB`;

const BY_HAND = '请用 Hub 自己的程序（hf download）下载仓库，再在这里选它的文件夹';
const DOWNLOAD_AGAIN = '请重新下载该文件；若无效，请换一个模型。';
const RELOAD = '请重新载入页面；已完成的轮都存着。';

type ErrorSentences = Readonly<Record<string, ((parameters: ErrorParameters) => string) | undefined>>;

const gpu: ErrorSentences = {
  'no-webgpu': () =>
    '这里没有 WebGPU。请用当前版本的 Chrome、Edge、Firefox 或 Safari，经 https 或 localhost 打开页面。',
  'no-adapter': () =>
    'WebGPU 没有可用的图形适配器。请更新显卡驱动并打开硬件加速；若 GPU 曾多次失败，请重启浏览器。运行会从最近完成的一轮之后继续，在此之前仍可回放。没有 GPU 时，可用 --enable-unsafe-webgpu --use-webgpu-adapter=swiftshader 启动 Chromium（npm start 就是这样）。',
  'operation-refused': ({ details }) => `GPU 拒绝了一次操作${because(details)}。请重新载入页面，并试试更小的批或模型。`,
  'device-lost': ({ details }) =>
    `GPU 丢失了${because(details)}。请重新载入页面：运行会从最近完成的一轮之后继续。若再次发生，请关闭其他使用 GPU 的程序并重启浏览器。`,
  'parameter-too-large': ({ parameter, bytes, limit }) =>
    `参数 ${parameter} 占 ${megabytes(bytes)}，而这个图形适配器一次至多绑定 ${megabytes(limit)}。请用更小的模型，或换适配器。`,
  'kernel-not-built': ({ kernel, details }) =>
    `GPU 内核“${kernel}”无法编译${because(details)}。请连同图形适配器的名称报告给我们；换浏览器或适配器也许可行。`,
  'does-not-fit': () =>
    '这些设置和模型在这个图形适配器上放不下。请看“模型”页的“能否放下”，调低它列出的设置，或换更小的模型。',
};

const threads: ErrorSentences = {
  'thread-stopped': ({ cause }) => `一个后台线程停止了${because(cause)}。${RELOAD}`,
  'thread-unreadable': () => `一个后台线程发来的消息无法读取。${RELOAD}`,
  'thread-ended': () => '一个后台线程已结束。',
  'python-not-started': ({ cause }) => `Python 无法启动${because(cause)}。请检查与页面服务器的连接，然后重新评分。`,
  'no-web-crypto': () => '这个页面无法计算哈希（WebCrypto）。请用 https 或 localhost 打开。',
  'example-not-reached': () => '无法取得录下的运行。请检查网络连接，然后再试。',
  'example-not-loaded': ({ status }) => `录下的示例无法载入（HTTP ${status}）。`,
  'example-damaged': () => '录下的运行在传输中损坏。请重新载入页面，再取一次。',
  'recorded-results-not-loaded': ({ cause }) =>
    `录制的结果无法载入（${cause}）。页面的服务器可以访问之后，请重新选择。`,
};

const storage: ErrorSentences = {
  'store-full': () =>
    '无法存储：浏览器已没有空间留给这个网站。没有留下写了一半的内容；请删除或导出旧的运行，或腾出磁盘空间，然后再试。',
  'store-conflict': () => '另一个标签页或程序已写过这份数据。请关闭其中一个，再重新打开运行。',
  'store-unavailable': ({ reason }) =>
    `无法使用浏览器的数据库${because(reason)}。请离开无痕浏览并允许本页面存储数据，然后重新载入；若另有标签页用着更新版本的页面，重新载入即可。`,
  'store-missing': () => '没有存着这次运行：它已被删除，或属于另一个浏览器用户。',
  'store-damaged': () => '这份数据已损坏，或不是一次运行的日志。请选另一个完好的文件。',
  'store-failed': ({ reason }) => `存储失败${because(reason)}。没有留下写了一半的内容；请再试一次。`,
  'epoch-not-stored': () => '最近一轮还没有存下。请腾出空间、继续运行，然后再改设置。',
};

const runs: ErrorSentences = {
  'run-open-elsewhere': () => '这次运行已在另一个标签页里打开：请在那边继续，或关掉它再重新载入本页。',
  'session-ended': () => '这次会话已结束。请重新打开运行再继续。',
  'no-run-open': () => '没有打开的运行。请打开一次存下的运行，或开始新的。',
  'run-diverged': ({ player, what, epoch, setting, value }) =>
    `${playerOf(player)}在第 ${epoch} 轮发散：${what} 不是有限的数。运行到此停止，已完成的轮都保留。请用更低的${
      settingWords[setting as SettingName].label
    }（现为 ${value}）开始新的运行。`,
  'different-tokenizers': ({ one, other }) =>
    `模型 ${one} 和 ${other} 的分词器不同，一个读不懂另一个写的。请选词表相同的两个模型。`,
  'other-weights': ({ model }) =>
    `这次运行所用的模型 ${model}，其文件夹里的权重已经不同。请放回原来的文件，或开始新的运行。`,
  'weights-not-stored': ({ run }) =>
    `运行“${run}”最后一轮之后的权重没有存下，所以可以看，不能继续。请用它的设置开始新的运行。`,
  'epoch-without-weights': ({ run, epoch, kept }) =>
    `运行“${run}”第 ${epoch} 轮之后的权重没有保留，不能从那里开始新的运行。${
      kept ? `请选这些轮之一：${kept}。` : '它的权重一份也没有保留。'
    }`,
  'no-teacher': () => '实验组 offline 需要教师模型，但没有载入。',
  'no-valid-task-before-training': () => '训练前没有写出一个有效的任务。请换一个写任务的模型。',
  'vocabulary-lacks-word': ({ family, word }) =>
    `这个模型读不了任务族 ${family}：它的词表里没有“${word}”。请选在这个任务族上训练过的模型。`,
  'unknown-word': ({ word }) => `分词器没有“${word}”对应的词元：只能用词表里的词。`,
  'prompt-too-long': ({ tokens, newTokens, positions }) =>
    `提示词有 ${tokens} 个词元，再加 ${newTokens} 个新词元，就超过了模型的 ${positions} 个位置。请缩短提示词，或少采样一些词元。`,
  'sequence-too-long': ({ tokens, positions }) =>
    `${tokens} 个词元的序列超过了模型的 ${positions} 个位置。请缩短提示词或回答。`,
  'model-not-finite': ({ what }) => `${what} 不是有限的数：模型已发散。请用发散之前的权重，并用更低的学习率继续训练。`,
};

const imports: ErrorSentences = {
  'run-damaged': ({ name }) => `${name} 已损坏。请用它的完好副本。`,
  'zip-damaged': () => '文件已损坏或被截断。请用它的完好副本。',
  'summary-damaged': ({ where }) => `${where} 已损坏。请删掉它：批量实验会再做那次运行。`,
  'line-damaged': ({ file }) => `${file} 有一行已损坏。它之前的各轮已读入。`,
  'weights-damaged': ({ epoch }) => `第 ${epoch} 轮的权重已损坏，或属于已损坏的一轮，没有读入。`,
  'log-without-start': () => '日志不是从一次运行的开头开始的。请用完整的日志，从第一行起。',
  'no-rollout-in-log': () =>
    '这份日志里没有采样回答。每行必须是一个 JSON 对象，例如 {"step": 1, "input": "…", "output": "…", "score": 1}。',
  'line-not-json': ({ line }) => `第 ${line} 行不是 JSON。`,
  'line-invalid': ({ line, place }) => `第 ${line} 行的 ${place} 不合要求。`,
  'log-too-long': ({ tokens, most }) =>
    `这份日志的回答共 ${tokens} 个词元，超过一次能读的 ${most} 个。请把日志分成几份。`,
  'more-lines': ({ lines }) => `还有 ${lines} 行无法读取。`,
  'too-many-files': ({ most }) => `文件夹里的文件超过 ${most} 个，不可能是一个基准或模型。请选择其中真正的文件夹。`,
};

const modelFolders: ErrorSentences = {
  missing: ({ file }) =>
    `缺少文件 ${file}。请选含有 config.json、tokenizer.json 和权重（model.safetensors 或其分片）的文件夹。`,
  malformed: ({ file, what }) => `${file} 的格式不对${because(what)}。${DOWNLOAD_AGAIN}`,
  unsupported: ({ file, what }) =>
    `${file} 要求的计算这里不支持${because(what)}。请用 Llama、Qwen2 或 Qwen3 架构的检查点，例如 SmolLM2、Qwen2.5 或 Qwen3。`,
  'model-name': ({ name }) =>
    `“${name}”不是本页面的模型：网址和文件夹以外的路径一概不请求。请下载文件夹，在“模型”页添加，再按它的名称选用。`,
  damaged: ({ file }) =>
    `${file} 已损坏或被换过：与文件夹清单里的 SHA-256 不符。请重新下载文件夹，或选原来的那个。若是你自己改的，删去 files.json 就不再核对。`,
  mismatch: ({ file, what }) => `${file} 与文件夹里的其他文件不符${because(what)}。请用同一个检查点的全部文件。`,
  'not-finite': ({ file }) => `${file} 里有 NaN 或无穷大。请用训练发散之前的权重。`,
  template: ({ file, what }) => `${file} 的对话模板无法使用${because(what)}。请换一个检查点。`,
  'unsupported-size': ({ size, value, multiple }) =>
    `${size} 为 ${value}，而本引擎要求它是 ${multiple} 的倍数。请换一个检查点。`,
  'weights-mismatch': ({ problems }) => `权重与配置不符${because(problems)}。请用同一个检查点的文件。`,
  'no-end-token': () => '这个模型没有指明结束词元，回答就不会结束。请用指明了结束词元的检查点。',
  'no-graph': ({ folder, graph }) =>
    `${folder} 没有这里能用的 ONNX 计算图（${graph}）。请选为 transformers.js 导出的文件夹。`,
  'graph-malformed': ({ file, what }) => `${file} 的格式不对${because(what)}。请重新下载文件夹，或重新导出模型。`,
  'graph-refused': ({ device, cause }) =>
    `ONNX Runtime 在 ${device} 上拒绝这个计算图${because(cause)}。请用为 transformers.js 导出的计算图，或换一种精度。`,
  'graph-failed': ({ cause }) =>
    `ONNX Runtime 无法计算这个模型${because(cause)}。请用为文本生成或特征提取导出的计算图。`,
  'library-refused': ({ folder, cause }) =>
    `transformers.js 打不开 ${folder}${because(cause)}。请选为此用途导出的文件夹。`,
  'onnx-runtime-not-loaded': ({ cause }) =>
    `ONNX Runtime 无法载入${because(cause)}。请检查与本页面服务器的连接，然后再试。`,
  'no-embedding-model': ({ folder }) => `${folder} 的计算图给不出嵌入。请选为特征提取导出的文件夹。`,
  'model-exists': ({ name }) => `${name} 已经存着。请先删除，再重新添加。`,
  'no-model-files': ({ name }) =>
    `${name} 里没有模型：最上层没有 config.json。请选含有 config.json、tokenizer.json 和权重（model.safetensors，或分片及其索引；或 onnx/model.onnx）的文件夹。`,
  'model-not-stored': ({ name }) =>
    `${name} 没有存在这个浏览器里，或没有复制完。请在“模型”页添加它的文件夹；若本页面可以访问 Hub，也可在那里下载。然后再试。`,
  'no-model-storage': ({ reason }) =>
    `浏览器不给本页面存放模型的空间${because(reason)}。请在无痕浏览之外用 https 或 localhost 打开页面，并允许存储数据。`,
  'model-storage-full': ({ file, name, needed, available }) =>
    `${file ?? name} 存不下：${
      needed === undefined
        ? '浏览器已没有空间留给这个网站'
        : `需要 ${megabytes(needed)}，而浏览器只剩 ${megabytes(available)}`
    }。请删除一个模型或旧的运行，或腾出磁盘空间，然后继续或重新添加；已存好的模型不受影响。`,
  'model-storage-failed': ({ file, reason }) => `${file} 存不下${because(reason)}。请再试一次；已存好的模型不受影响。`,
  'model-busy': ({ name }) => `另一个标签页正在添加或删除 ${name}。请等它结束，或关掉那个标签页。`,
  'model-copying': () => '正在添加另一个模型。请等它存好，或取消它。',
  'model-broken-off': ({ path, at, size }) =>
    `${path} 在 ${size} 字节中的第 ${at} 字节处中断。已到的部分保留着：继续下载就从那里接上。`,
  'model-file-different': ({ path }) => `${path} 到达时已损坏或被换过，没有保留：继续下载会重新取这个文件。`,
  'no-unfinished-model': ({ name }) => `没有 ${name} 的未完成下载。请重新下载。`,
  'shipped-models': () => '随页面附带的模型列表（models/manifest.json）缺失或损坏。请重新安装页面。',
  'server-refused': ({ address, status }) => `${address}：服务器回答 ${status}。请稍后再试。`,
  'address-not-reached': ({ address, reason }) => `连不上 ${address}${because(reason)}。请检查网络连接。`,
};

const hub: ErrorSentences = {
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
};

const exportsAndSweeps: ErrorSentences = {
  'export-under-way': () => '一次导出还在进行。请等它完成，或取消它。',
  'no-export': () => '还没有导出任何模型。请先导出一个。',
  'not-onnx': () => 'transformers.js 只能打开 ONNX 文件夹。请把模型导出为 ONNX。',
  'export-differs': () => '导出的模型算出的结果不同，所以没有保留。请导出为 f32，或换另一种格式。',
  'precision-not-in-format': ({ format }) => `${format} 没有 4 位权重：请选 f32 或 f16，或选 ONNX 格式。`,
  'no-weights-to-export': ({ run }) =>
    `运行“${run}”没有可导出的权重：第一轮之后才会存下权重，导入时不带权重的运行则没有。`,
  'prompt-empty': () => '提示词没有词元。请写一段文本。',
  'zip-too-large': () => '导出的内容超过一个 zip 文件的容量。请用更低的精度导出。',
  'nothing-to-advance': () => '没有正在打分的内容。请选择文件并开始。',
  'no-benchmark-loaded': () => '还没有载入基准的文件。请先选择它们。',
  'sweep-under-way': ({ name }) => `批量实验“${name}”正在进行。请先取消它。`,
  'sweep-in-another-tab': ({ name }) => `批量实验“${name}”正在另一个标签页里进行。请在那边取消，或等它完成。`,
  'too-many-runs': ({ runs, most }) => `这个批量实验有 ${runs} 次运行，超过 ${most} 次。请减少要改变的取值。`,
  'runs-the-same': () => '这个批量实验里有两次运行相同。请给各对模型不同的模型。',
  'no-finished-runs': () =>
    '这些文件里没有完成的运行。请选 genenv sweep 写入的文件夹、它的 summaries.jsonl，或一份事件日志。',
};

/** The errors that a visitor of the page is likely to meet, by their codes; {@link ownSentence} says the others. */
export const errors: ErrorSentences = {
  settings: (parameters) => settingSentences(parameters).join('\n'),
  'run-settings-invalid': (parameters) =>
    settingSentences(parameters)
      .map((sentence) => `运行“${String(parameters.run)}”：${sentence}`)
      .join('\n'),
  ...gpu,
  ...threads,
  ...storage,
  ...runs,
  ...imports,
  ...modelFolders,
  ...hub,
  ...exportsAndSweeps,
};

export const ownSentence = (message: string): string => `出错了，程序用英文说明如下：${message}`;
