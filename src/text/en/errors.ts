/** @file English sentences of the errors that a page can show: cause and remedy. The codes are in src/common/error-parameters.ts. */
import type { TasksProblem } from '../../tasks/given/check-tasks.ts';
import { tasksProblemText } from '../../tasks/given/problems.en.ts';
import type { WorldProblem } from '../../tasks/worlds/check-world.ts';
import { worldProblemText } from '../../tasks/worlds/problems.en.ts';
import type { ErrorParametersByCode, Obstacle } from '../../common/error-parameters.ts';
import type { SettingName, SettingProblem } from '../../genenv/settings/settings.ts';
import { errorSentences, type PageErrorSentences } from '../error-sentences.ts';
import { commandErrors } from './command-errors.ts';
import { settingProblemText } from './settings.ts';
import { formatBytes } from '../bytes.ts';

/** @param labelOf what settings are called: by their labels, or on the command line by their names */
const ofSettings = (labelOf?: (name: SettingName) => string) => {
  const sentences = (problems: readonly object[]) =>
    (problems as readonly SettingProblem[]).map((problem) => settingProblemText(problem, labelOf));
  return {
    settings: ({ problems }) => sentences(problems).join('\n'),
    'not-tasks': ({ file, faults }) =>
      (faults as readonly TasksProblem[]).map((problem) => `${file}: ${tasksProblemText(problem)}`).join('\n'),
    'not-a-world': ({ file, faults }) =>
      (faults as readonly WorldProblem[]).map((problem) => `${file}: ${worldProblemText(problem)}`).join('\n'),
    'run-settings-invalid': ({ run, problems }) =>
      sentences(problems)
        .map((sentence) => `In the run “${run}”: ${sentence}`)
        .join('\n'),
  } satisfies Partial<PageErrorSentences>;
};

/** The start of a hash is enough to tell two apart. */
const hashStart = (hash: string): string => `${hash.slice(0, 12)}…`;

const ofModelFile =
  (remedy: string) =>
  ({ file, what }: ErrorParametersByCode['missing']): string =>
    `${file}: ${what}. ${remedy}.`;

/** The obstacle of a run, before it begins. */
export function obstacleSentence(obstacle: Obstacle): string {
  switch (obstacle.code) {
    case 'memory':
      return `It does not fit: it takes up to ${formatBytes(obstacle.bytes)}, but only ${formatBytes(obstacle.limit)} may be used.`;
    case 'buffer':
      return `It does not fit: it needs a buffer of ${formatBytes(obstacle.bytes)}, but the adapter allows ${formatBytes(obstacle.limit)}.`;
    case 'binding':
      return `It does not fit: a kernel would read ${formatBytes(obstacle.bytes)} at once, but the adapter allows ${formatBytes(obstacle.limit)}.`;
    case 'refused':
      return errorSentence(obstacle.problem);
  }
}
export const NO_SETTING_ENOUGH = 'No setting of memory is enough: choose a smaller model, or another graphics adapter.';

/** Shares that were measured, of what the checkpoint was prepared for. */
const preparationFound = ({ wellFormed, right, valid }: ErrorParametersByCode['not-prepared']): string =>
  (
    [
      ['answers in form', wellFormed],
      ['right', right],
      ['valid tasks', valid],
    ] as const
  )
    .flatMap(([name, share]) => (share === null ? [] : `${name} ${(100 * share).toFixed(0)}%`))
    .join(', ');

const inEpoch = ({ epoch, epochs, line }: ErrorParametersByCode['epoch-damaged']): string =>
  `epoch ${epoch} of ${epochs}, somewhere from line ${line} on; the ${epoch - 1} epochs before it are whole.`;

const EMBEDDERS = 'Choose a folder that was exported for feature extraction, such as all-MiniLM-L6-v2.';
const BY_HAND = 'Download the repository with the hub’s own program (hf download) and pick its folder here';

export const errors: PageErrorSentences = {
  // The GPU
  'no-webgpu': () =>
    'This environment has no WebGPU. Use a current Chrome, Edge, Firefox or Safari on a page served over https or localhost, or Node with the npm package "webgpu".',
  'no-adapter': () =>
    'WebGPU found no graphics adapter. Update the graphics driver or switch on hardware acceleration; without a GPU, start Chromium with --enable-unsafe-webgpu --use-webgpu-adapter=swiftshader (npm start does).',
  'adapter-withdrawn': () =>
    'The GPU failed too often, and the browser offers it no more. Restart the browser: the run continues from its last finished epoch. Until then its replay works.',
  'operation-refused': ({ details }) =>
    `The GPU refused an operation: ${details}. Reload and try a smaller batch or model.`,
  'device-lost': ({ details }) =>
    `The GPU was lost (${details || 'no reason given'}). Reload the page: the run continues from its last finished epoch. If it happens again, close other programs that use the GPU and restart the browser.`,
  'parameter-too-large': ({ parameter, bytes, limit }) =>
    `Parameter ${parameter} takes ${formatBytes(bytes)}, but this graphics adapter binds at most ${formatBytes(limit)} at once. Use a smaller model or another adapter.`,
  'kernel-not-built': ({ kernel, details }) =>
    `The GPU kernel "${kernel}" could not be built: ${details}. Please report it with the name of your graphics adapter; another browser or adapter may work.`,
  'does-not-fit': ({ obstacle, settings }) =>
    `${obstacleSentence(obstacle)} ${settings ? `It fits with ${settings}.` : NO_SETTING_ENOUGH}`,

  // Threads and the page
  'thread-stopped': ({ worker, cause }) =>
    `The thread of ${worker} has stopped (${cause}). Reload the page; finished epochs are stored.`,
  'thread-unreadable': ({ worker }) =>
    `The thread of ${worker} sent a message that could not be read. Reload the page; finished epochs are stored.`,
  'thread-ended': ({ worker }) => `The thread of ${worker} was ended.`,
  'python-not-started': ({ where, cause }) =>
    `Python could not be loaded (${cause}). ${where === 'page' ? 'Check the connection to the page’s server, then score again.' : 'Install the dependencies again: npm install.'}`,
  'no-model': () => 'No model is loaded in this thread. Open the run again.',
  'no-web-crypto': () => 'This page cannot compute hashes (WebCrypto). Open it over https or from localhost.',
  'example-not-reached': () => 'The recorded run cannot be reached. Check the connection, and try again.',
  'example-not-loaded': ({ status }) => `The recorded example could not be loaded (HTTP ${status}).`,
  'example-damaged': () => 'The recorded run arrived damaged. Reload the page to fetch it again.',
  'recorded-results-not-loaded': ({ cause }) =>
    `The recorded results could not be loaded (${cause}). Choose them again once the page’s server can be reached.`,
  'too-many-files': ({ most }) =>
    `The folder holds more than ${most} files, so it cannot be a benchmark or a model. Choose the folder that is one.`,

  // Storage of runs
  'store-full': ({ doing }) =>
    `Could not ${doing}: the browser has no room left for this site. Nothing half-written was kept; delete or export old runs, or free disk space, and try again.`,
  'disk-full': ({ doing }) => `Could not ${doing}: the disk is full. Free some space and run the same command again.`,
  'store-conflict': ({ run, found, expected }) =>
    `Run "${run}" already holds ${found} events, not the ${expected} this one continues from: another tab or program has written it. Close one of them and reopen the run.`,
  'store-held-by-other-tab': () =>
    'Could not open the stored runs: another tab of this page holds an older version of them open. Close that tab and reload this one.',
  'store-unavailable': ({ doing, reason }) =>
    `Could not ${doing}: the browser gives this page no database (${reason}). Leave private browsing or allow site data for this page, then reload.`,
  'store-newer': ({ doing }) =>
    `Could not ${doing}: the stored runs were written by a newer version of this page. Reload the page to get that version.`,
  'store-closed': ({ doing }) =>
    `Could not ${doing}: the connection to the stored runs was closed, because another tab runs a newer version of this page or the browser cleared its data. Reload the page; finished epochs are kept unless the data was cleared.`,
  'store-missing': ({ run }) =>
    `There is no stored run "${run}": it was removed, or belongs to another browser profile.`,
  'store-failed': ({ doing, reason }) => `Could not ${doing}: ${reason}. Nothing half-written was kept; try again.`,
  'checkpoint-not-stored': ({ epoch }) => `The checkpoint of epoch ${epoch} is not stored: leave it out.`,
  'checkpoint-damaged': ({ epoch, run, why }) =>
    `The weights of epoch ${epoch} of run "${run}" cannot be used: ${why} Put back an undamaged copy, or start a new run with the same settings.`,
  'event-not-plain-data': ({ doing, reason }) =>
    `Could not ${doing}: an event holds something that is not plain data (${reason}).`,
  'event-not-finite': ({ place, event }) =>
    `Could not write the event log: ${place} of ${event} is not a finite number.`,
  'event-log-damaged': ({ path, problem }) =>
    `${path}, ${problem} Take an undamaged copy, or cut the file off before that line: the epochs before it are whole.`,
  'stored-run-damaged': ({ run, problem }) =>
    `The stored run "${run}" is damaged: ${problem} The epochs before it are whole: branch off there, or delete the run.`,
  'run-exists': ({ run }) => `${run} already holds a run. Choose another file, or resume it.`,

  // Runs
  'run-open-elsewhere': () => 'This run is open in another tab: go on there, or close that tab and try again.',
  'link-runs-elsewhere': () =>
    'Another tab already runs this link, and several runs at once slow each other down. Watch that tab, or press play to run it here too.',
  'epoch-not-stored': () =>
    'The last epoch is not stored yet. Make room and go on with the run, then change its settings.',
  'session-ended': () => 'This session has ended. Open the run again to go on.',
  'no-run-open': () => 'No run is open. Open a stored run or start a new one.',
  'run-diverged': ({ player, epoch, what, setting, value }) =>
    `The ${player} model diverged in epoch ${epoch}: ${what} is not a finite number. The run stops here, and its finished epochs are kept. Start a run with a lower ${setting} (it is ${value}).`,
  'different-tokenizers': ({ one, other }) =>
    `The models ${one} and ${other} have different tokenizers, so one cannot read what the other writes. Choose two models of the same vocabulary.`,
  'other-weights': ({ player, model, before, now }) =>
    `This run started from the ${player} model ${model} with weights ${hashStart(before)}, but that folder now holds ${hashStart(now)}. Put the original files back, or start a new run.`,
  'other-adapter': ({ player, before, now }) =>
    `The ${player} of this run began on ${before} and continues on ${now}: from here on its numbers may differ in the last digits.`,
  'weights-not-stored': ({ run }) =>
    `The weights of run "${run}" after its last epoch are not stored, so it can be looked at but not continued. Start a new run with its settings.`,
  'epoch-without-weights': ({ run, epoch, kept }) =>
    `The weights of run "${run}" after epoch ${epoch} are not kept, so no run can begin there. ${kept ? `Choose one of these epochs: ${kept}.` : 'None of its weights are kept.'}`,
  'no-teacher': () => 'The arm offline needs a teacher model, but none was loaded.',
  'no-embeddings': () => 'Rewards by embeddings need a model of embeddings, but none was loaded.',
  'embeddings-missing': () => 'The model of embeddings gave no vector for a text. Open the run again.',
  'no-valid-task-before-training': () =>
    'No valid task was written before training. Choose another model to write the tasks.',
  'task-of-other-family': ({ family }) =>
    `This run would use a task of the family ${family}, which is not one of its families. Start a new run.`,
  'family-not-of-run': ({ name, families }) =>
    `The models of this run do not know the family “${name}”. Choose one of: ${families}.`,
  'not-a-task': ({ text, reason }) => `“${text}” is not a task: ${reason}. Correct the text.`,
  'vocabulary-lacks-word': ({ family, word }) =>
    `This model cannot read the family ${family}: its vocabulary lacks "${word}". Choose a model that was trained on this family.`,
  'tasks-guessed': ({ percent, most }) =>
    `A player who answers with any answer of the level is right in ${percent}% of these tasks; a pair needs at most ${most}%, so that there is something to learn. Give tasks with more different answers.`,
  'no-base-model': ({ recipe, steps }) =>
    `${recipe}: after ${steps} steps its texts are not well-formed in 90% of all cases at every level. Choose a larger size, another seed, or a world of shorter tasks.`,
  'not-prepared': (found) =>
    `After ${found.steps} steps the checkpoint is not prepared: ${preparationFound(found)}. Allow more --steps, or another --learning-rate; where too many answers are right already, take a harder family.`,
  'no-chat-template': ({ model }) =>
    `${model} has no chat template, through which its examples are written. Choose a checkpoint that was made for conversations.`,
  'loss-not-finite': ({ recipe, loss, step }) =>
    `The loss of ${recipe} is ${loss} at step ${step}. Lower the learning rate.`,
  ...ofSettings(),

  // Files of runs, and logs of other trainers
  'log-without-start': ({ log }) =>
    `${log ?? 'The log'} does not begin with the start of a run. Use the whole log, from its first line.`,
  'not-a-run-file': ({ why }) =>
    `This is not the file of a run: ${why}. Choose an exported run, an event log, or the rollouts of a trainer.`,
  'run-newer': ({ version, newest }) =>
    `This run was written by a newer version of the playground (version ${version}; this one reads up to version ${newest}). Reload the page, or update the program.`,
  'no-finished-epoch': ({ file, problems }) =>
    [
      `${file ?? 'This file'} holds no finished epoch of a run.`,
      ...problems.map(errorSentence),
      file === null ? 'Export the run again.' : 'Choose another log.',
    ].join(' '),
  'run-damaged': ({ name, problems }) =>
    [`${name} is damaged.`, ...problems.map(errorSentence), 'Take an undamaged copy of it.'].join(' '),
  'zip-damaged': ({ cause }) => `The file is damaged or cut off (${cause}).`,
  'zip-unpacks-too-large': ({ times }) =>
    `This file unpacks to more than ${times} times its size, so it is not the file of a run. Choose a file that was made by exporting a run.`,
  'zip-too-many-files': ({ most }) =>
    `This file holds more than ${most} files, so it is not the file of a run. Choose a file that was made by exporting a run.`,
  'line-damaged': ({ file, problem, read }) => `${file}, ${problem}${read ? ' The epochs before it were read.' : ''}`,
  'epoch-damaged': (place) => `The log is damaged in ${inEpoch(place)}`,
  'epoch-cut-off': (place) => `The log is cut off in ${inEpoch(place)}`,
  'weights-damaged': ({ epoch }) =>
    `The weights of epoch ${epoch} are damaged or belong to a damaged epoch, and were left out.`,
  'no-rollouts': ({ problem }) =>
    [
      'There are no rollouts in it of a form that is read.',
      ...(problem ? [errorSentence(problem)] : []),
      'Known are TRL’s completions_*.parquet, verl’s rollout_data_dir, and JSON lines such as {"step": 1, "input": "…", "output": "…", "score": 1}.',
    ].join(' '),
  'rollouts-mixed': ({ one, other }) =>
    `This folder holds rollouts in two forms, which may be the same ones: ${one} and ${other}. Choose the folder of one of them.`,
  'rollout-row': ({ file, row, problem }) =>
    [file, row === null ? null : `row ${row}`].filter((part) => part !== null).join(', ') +
    (file === null && row === null ? '' : ': ') +
    errorSentence(problem),
  'more-rows': ({ rows }) => `${rows} more rows or files could not be read.`,
  'step-too-large': ({ step, rollouts }) =>
    `Step ${step} is larger than a step that fits into memory: ${rollouts} of its rollouts were left out. Cut its file into parts.`,
  'row-not-json': () => 'it is not a JSON object; it was left out.',
  'row-cut-off': () => 'it is cut off, and was left out; open the log again when its writer has finished it.',
  'row-too-long': ({ most }) => `it is longer than ${formatBytes(most)}, and was left out.`,
  'row-invalid': ({ place, cause }) => `${place}: ${cause}; it was left out.`,
  'row-lacks': ({ field }) => `it has no “${field}”, and was left out.`,
  'row-not-finite': ({ field }) => `“${field}” is not a finite number; it was left out.`,
  'row-no-step': () => 'it has neither “step” nor “epoch”, and was left out.',
  'row-no-task': () => 'it has no “task”, “input” or “prompt”, and was left out.',
  'row-no-reward': () => 'it has a rollout without a reward, and was left out.',
  'parquet-unreadable': ({ cause }) =>
    `this Parquet file is damaged or not yet written to its end (${cause}); open the log again when its writer has finished it.`,
  'parquet-codec': ({ codec, known }) =>
    `this Parquet file is compressed with ${codec}, which is not read here; write it with one of ${known}.`,
  'parquet-columns': ({ columns, needed }) =>
    `this Parquet file has the columns ${columns}, of which TRL’s completions need ${needed}.`,

  // Model folders
  missing: ofModelFile(
    'Choose the folder that holds config.json, tokenizer.json and the weights: model.safetensors, or its shards with their index; or a GGUF file with a tokenizer',
  ),
  malformed: ofModelFile('Download the file again, or use the files of one and the same checkpoint'),
  unsupported: ofModelFile(
    'Choose a Llama, Qwen2 or Qwen3 checkpoint in F32, F16 or BF16, such as SmolLM2, Qwen2.5 or Qwen3; a GGUF file may also be in Q8_0, Q4_0, Q4_1, Q4_K or Q6_K',
  ),
  damaged: ofModelFile(
    'Download the folder again, or choose the original one. A folder that you changed yourself is loaded without files.json: delete it',
  ),
  mismatch: ofModelFile('Use files that belong together: those of one and the same checkpoint'),
  'not-finite': ofModelFile('Use weights from before the training diverged'),
  template: ofModelFile('Use the template that belongs to the checkpoint, or evaluate without one'),
  'unsupported-size': ({ size, value, multiple }) =>
    `${size} is ${value}, but this engine needs a multiple of ${multiple}. Use another checkpoint.`,
  'size-beyond-q4': ({ size, value, multiple }) =>
    `${size} is ${value}, but frozen weights in 4 bits need a multiple of ${multiple}. Keep them in f16 (basePrecision).`,
  'beyond-f16': ({ name, value, largest }) =>
    `${name} holds ${value}, more than f16 can (${largest}). Keep these weights in f32.`,
  'no-end-token': () => 'The model names no end-of-sequence token, so no text would end. Use a model that names one.',
  'model-name': ({ name }) =>
    `“${name}” does not name a model of this page: addresses and paths out of its folder are not asked. Download the folder and add it under “Models”; then choose it by its name.`,
  'shipped-models': () =>
    'The list of shipped models (models/manifest.json) is missing or damaged. Install the page again.',
  'server-refused': ({ address, status }) => `${address}: the server answered ${status}. Try again later.`,
  'address-not-reached': ({ address, reason }) => `${address} cannot be reached (${reason}). Check the connection.`,
  'no-graph': ({ folder, graph }) =>
    `${folder} has no ONNX graph that can be used here (${graph}). Choose a folder that was exported for transformers.js.`,
  'graph-malformed': ({ file, what }) => `${file}: ${what}. Download the folder again, or export the model again.`,
  'graph-refused': ({ device, cause }) =>
    `ONNX Runtime refuses the graph on ${device} (${cause}). Use a graph that was exported for transformers.js, in another precision if there is one.`,
  'graph-failed': ({ cause }) =>
    `ONNX Runtime could not compute the model (${cause}). Use a graph that was exported for text generation or feature extraction with transformers.js.`,
  'library-refused': ({ folder, cause }) =>
    `transformers.js cannot use ${folder} (${cause}). Choose a folder that was exported for this use, or export the model again.`,
  'onnx-runtime-not-loaded': ({ library, cause }) =>
    `${library} could not be loaded (${cause}). Check the connection to the server of this page, and try again.`,
  'no-logits': ({ folder }) =>
    `The graph of ${folder} gives no logits for each token, so it is no language model. Choose a folder that was exported for text generation.`,
  'no-embedding-model': ({ folder }) =>
    `The graph of ${folder} gives no hidden states, so it makes no embeddings. ${EMBEDDERS}`,
  'text-not-embedded': ({ model, text, what }) => `${model} makes no vector of "${text}" (${what}). ${EMBEDDERS}`,

  // What is asked of a model
  'unknown-word': ({ word }) => `The tokenizer has no token for "${word}": only words of its vocabulary can be used.`,
  'token-outside-vocabulary': ({ token, vocabulary }) =>
    `Token id ${token} is not one of the ${vocabulary} this model knows. Encode the text with the model's own tokenizer.`,
  'prompt-too-long': ({ tokens, newTokens, positions }) =>
    `The prompt has ${tokens} tokens; with ${newTokens} new ones it exceeds the ${positions} positions of this model. Shorten the prompt or sample fewer tokens.`,
  'sequence-too-long': ({ tokens, positions }) =>
    `A sequence of ${tokens} tokens is longer than the ${positions} positions of this model. Shorten the prompt or the completion.`,
  'model-not-finite': ({ what }) =>
    `${what} is not a finite number: the model has diverged. Use weights from before, and train on with a lower learning rate.`,
  'empty-update': () => 'An update needs at least one token that carries loss; this batch has none.',
  'too-large-to-show': ({ numbers, most }) =>
    `This has ${numbers} numbers; the page shows at most ${most}. Choose a smaller matrix, a shorter text or a smaller model.`,
  'unknown-weight': ({ name }) => `This model has no weight “${name}”. Choose one of its list.`,

  // Models that the browser keeps, and the hub
  'model-exists': ({ name }) => `${name} is already stored. Delete it first, then add it again.`,
  'no-model-files': ({ name }) =>
    `${name} holds no model: at its top there is neither config.json nor one GGUF file. Choose the folder that holds config.json, tokenizer.json and the weights (model.safetensors, or its parts with their index; or onnx/model.onnx), or one GGUF file.`,
  'model-not-shipped': ({ name }) =>
    `${name} is not in the repository. Make it with npx genenv pretrain ${name}; it then has the hash that models/manifest.json lists.`,
  'model-not-stored': ({ name }) =>
    name.startsWith('hf:')
      ? `${name} is not stored in this browser, and a page asks the hub only when it is told to. Under “Models”, download it where this page may ask the hub, or add its folder; then try again.`
      : `${name} is not stored in this browser, or its copy was not finished. Open “Models” and add its folder, then try again.`,
  'no-model-storage': ({ reason }) =>
    `This browser gives the page no room for models (${reason}). Open the page over https or from localhost, outside private browsing, and allow site data.`,
  'no-room-for-model': ({ name, needed, available }) =>
    `${name} needs ${formatBytes(needed)}, and the browser has room for ${formatBytes(available)} more on this site. Delete a model or old runs, or free disk space, then try again. Nothing of it was stored.`,
  'model-storage-full': ({ file }) =>
    `${file} could not be stored: the browser has no room left for this site. Delete a model or old runs, or free disk space, then resume or add the model again; models that are listed as stored are not affected.`,
  'model-storage-failed': ({ file, reason }) =>
    `${file} could not be stored (${reason}). Try again; models that are listed as stored are not affected.`,
  'model-busy': ({ name }) =>
    `${name} is being added or deleted in another tab. Wait until that has ended, or close that tab.`,
  'model-copying': () => 'Another model is being added. Wait until it is stored, or cancel it.',
  'model-broken-off': ({ path, at, size }) =>
    `${path} broke off after ${at} of ${size} bytes. What has arrived is kept: resume, and it goes on from there.`,
  'model-file-different': ({ path, how }) =>
    `${path} ${how === 'longer' ? 'is longer than its source said' : 'has another SHA-256 than its source says'}, so it arrived damaged or was exchanged. It was not kept: resume to fetch this file again.`,
  'no-unfinished-model': ({ name }) => `There is no unfinished download of ${name}. Download it again.`,
  'hub-off': ({ endpoint }) =>
    endpoint === null
      ? 'The hub is switched off: this page asks nothing of the network. Allow the hub first, then try again.'
      : `This download began at ${endpoint}, which this page may not ask now. Allow that hub, or delete the download and begin it again.`,
  'hub-name': ({ repository }) =>
    `“${repository}” is not the name of a repository. Write it as owner/name, such as Qwen/Qwen3-0.6B.`,
  'hub-connection-lost': ({ server, what, reason }) =>
    `The connection to ${server} was lost while ${what} was asked for (${reason}). Check the connection; what has arrived is kept, and resuming goes on from there.`,
  'hub-unauthorized': ({ what, server }) =>
    `${server} does not give ${what} to anonymous visitors (401): the repository does not exist, or asks for a login. Check the name. ${BY_HAND} if you have access.`,
  'hub-forbidden': ({ what, server }) =>
    `${server} does not give ${what} to this page (403): its licence has to be accepted there first. Accept it on the hub. ${BY_HAND}.`,
  'hub-missing': ({ what, server }) =>
    `${server} has no ${what} (404). Check the name, written as owner/name; the repository may have been renamed.`,
  'hub-busy': ({ server }) =>
    `${server} takes no more requests from here for now (429). Wait some minutes, then resume; what has arrived is kept.`,
  'hub-web-page': ({ what, server }) =>
    `${server} answered with a web page in place of ${what}: a login page of the network, or not a server with the hub’s paths. Check the address and the network, then try again.`,
  'hub-refused': ({ what, server, status }) =>
    `${server} could not give ${what}: it answered ${status}. Try again later; what has arrived is kept.`,
  'hub-without-ranges': ({ server, what }) =>
    `${server} sends files as a whole only, so ${what} cannot be checked before it is downloaded. Download the folder by other means and pick it here.`,
  'hub-answer': ({ repository }) =>
    `The hub’s answer about ${repository} has another form than expected. Check the address of the hub, or download the folder by other means and pick it here.`,

  // Exported models
  'export-under-way': () => 'An export is still under way. Wait for it, or cancel it.',
  'no-export': () => 'Nothing is exported yet. Export a model first.',
  'no-weights-to-export': ({ run }) =>
    `The run “${run}” holds no weights to export: they are stored after its first epoch, and a run that was imported without them has none.`,
  'no-lora-adapter': ({ model }) =>
    `${model} has no adapter: all of its weights were trained, or none. Choose the format safetensors or onnx.`,
  'adapter-over-other-weights': ({ model, before, now }) =>
    `The adapter was trained over ${model} with weights ${hashStart(before)}, but that folder now holds ${hashStart(now)}. Put the original files back.`,
  'file-not-json': ({ file, cause }) => `${file} is not JSON (${cause}). Correct it, or download it again.`,
  'zip-too-large': ({ bytes }) =>
    `The export has at least ${formatBytes(bytes)}, more than a zip file holds. Export fewer weights or a smaller precision, or use genenv export-model.`,

  // Sweeps, results, figures
  'sweep-invalid': ({ causes }) => causes.map((cause) => `In the sweep, ${cause}.`).join('\n'),
  'sweep-not-json': ({ cause }) => `The sweep file is not JSON: ${cause}.`,
  'too-many-runs': ({ runs, most }) => `This sweep has ${runs} runs, more than ${most}. Take fewer values in its grid.`,
  'runs-the-same': () => 'Two runs of this sweep are the same. Give its model pairs different models.',
  'sweep-under-way': ({ name }) => `The sweep “${name}” is under way. Cancel it first.`,
  'sweep-in-another-tab': ({ name }) =>
    `The sweep “${name}” is under way in another tab. Cancel it there, or wait for it.`,
  'no-finished-runs': ({ problems }) =>
    [
      'There are no finished runs in these files. Choose the folder genenv sweep wrote to, its summaries.jsonl, or an event log.',
      ...problems.map(({ file, error }) => `${file}: ${errorSentence(error)}`),
    ].join(' '),
  'summary-damaged': ({ where, problem }) => `${where} ${problem}. Remove it: the sweep makes that run again.`,
  'not-a-summary': ({ where, version, place, cause }) =>
    `${where} is not a run summary of version ${version} (${place}: ${cause}). Remove it: the sweep makes that run again.`,
  'not-a-results-file': ({ where, why }) =>
    `${where} is not a table of results (${why}). Restore it from the repository, or bring the folder of the sweep.`,
  'batches-in-wrong-order': ({ closer, alpha, farther }) =>
    `The first batch (success ${closer}) must be closer to α = ${alpha} than the second (${farther}). Exchange them.`,

  // Benchmarks and families
  'nothing-to-advance': () => 'Nothing is being scored. Choose files and start.',
  'no-benchmark-loaded': () => 'The files of a benchmark are not loaded. Choose them first.',
  'unknown-family': ({ name, known }) => `There is no task family “${name}”. Choose from: ${known}.`,
  'no-items': ({ needs }) => `there is nothing to score; choose the folder that holds ${needs}.`,

  // What is wrong with a file of a benchmark or an output
  'file-missing': () => 'the file is missing; add it to the folder.',
  'file-too-large': ({ size, limit }) =>
    `the file has ${formatBytes(size)}, the limit is ${formatBytes(limit)}; the rest was not read.`,
  'line-not-utf8': () => 'the line is not valid UTF-8; save the file as UTF-8.',
  'line-too-long': ({ limit }) => `the line has more than ${formatBytes(limit)}; split it or remove it.`,
  'schema-mismatch': ({ place, cause }) => `${place}: ${cause}.`,
  'not-json': ({ cause }) => `not JSON (${cause}).`,
  'not-an-array': () => 'expected one JSON array of items.',
  'columns-missing': ({ columns }) => `the header lacks ${columns}; is this the right table?`,
  'duplicate-id': ({ id }) => `${id} occurs twice.`,
  'category-not-scored': ({ category }) =>
    `the category ${category} is not scored; this scorer supports the single-turn Python categories.`,
  'answer-missing': ({ id, file }) => `${id} has no possible answer in ${file}.`,
  'goal-of-other-type': ({ id, type }) => `the goal of "${id}" does not fit its task type ${type}.`,
  'inconsistent-game': ({ id, inconsistency }) => `the game "${id}" is inconsistent: ${inconsistency}`,
  'not-pddl': () => 'this is no PDDL problem: it lacks (:init …) or (:goal …).',
  'unknown-goal': () => 'the goal is none of the six kinds of task.',
  parentheses: ({ fault }) =>
    fault === 'unopened'
      ? 'a parenthesis is closed that was never opened.'
      : 'a parenthesis is opened and never closed; is the file cut short?',
  'not-a-city-and-state': () => 'expected a city, a tab and a state.',
  'database-missing': ({ tables }) =>
    `TravelPlanner’s database lacks ${tables}, and without them no plan can be scored. Its README (https://github.com/OSU-NLP-Group/TravelPlanner) says where to download it; put its folder, or a link to it, beside the queries.`,
  'no-plan': ({ problem }) => `The output holds no plan: ${errorSentence(problem)}`,
  'empty-plan': () => 'The plan is empty.',

  // What Python refuses
  'nested-too-deep': ({ limit }) => (limit === null ? 'nested too deep.' : `nested more than ${limit} levels deep.`),
  'incomplete-call': () => 'A call lacks "function" or "parameters".',
  'integer-too-long': ({ limit }) => `An integer has more than ${limit} digits.`,
  'not-a-list-of-calls': () => 'The output is not a list of calls.',
  'not-a-number': ({ literal }) => `${literal} is not a number.`,
  'not-evaluated': ({ does, what }) =>
    ({
      calls: `Not evaluated: the output calls \`${what}\`.`,
      uses: `Not evaluated: the output uses \`${what}\`.`,
      'too-large': 'Not evaluated: the result would be too large.',
    })[does],
  'python-no-end': () => 'Python comes to no end with the output.',
  'python-refuses': ({ error }) => `Python refuses it: “${error}”.`,
};

const own = (message: string): string => message;
export const errorSentence = errorSentences({ ...commandErrors, ...errors }, own);
/** On the command line, where settings are named as they are given. */
export const commandErrorSentence = errorSentences({ ...commandErrors, ...errors, ...ofSettings((name) => name) }, own);
