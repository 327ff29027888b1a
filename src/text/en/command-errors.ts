/** @file English sentences of the errors that only the command line can show; other languages use them too. */
import type { CommandErrorSentences } from '../error-sentences.ts';

const prediction = (id: string | number): string => `{"id": ${JSON.stringify(id)}, "output": "…"}`;

export const commandErrors: CommandErrorSentences = {
  'no-adapter-headless': () =>
    'Dawn found no graphics adapter. Update the graphics driver; without a GPU, install Chromium (on Debian: apt-get install chromium), whose software adapter computes then, or name the folder of one with GENENV_CHROMIUM_DIR.',
  'not-an-event-log': ({ path }) =>
    `${path} is not an event log: it does not begin as one. Choose another file for the run.`,
  'log-open-elsewhere': ({ log, pid, host, lock }) =>
    `${log} is open in another genenv (process ${pid} on ${host}), and two must not write it at once. Wait until it ends, or end it. If there is no such process, remove ${lock}.`,
  'lock-in-the-way': ({ lock }) =>
    `Genenv keeps its lock in ${lock}, and another file or folder has that name. Move or remove it, then try again.`,
  'run-of-other-settings': ({ file, different }) =>
    `${file} holds a run of other settings (${different.map(({ setting, stored, given }) => `${setting} ${String(stored)}, not ${String(given)}`).join('; ')}). Choose another file, or the settings of that run.`,
  'no-python': ({ python, cause }) => `“${python}” could not be started (${cause}). Name your Python with --python.`,
  'python-ended': ({ how, cause }) =>
    `Python ended with ${how}${cause ? `: ${cause}` : ''}. What was saved is kept; the same command goes on.`,
  'python-package': ({ python, found, needed }) =>
    `“${python}” ${found === null ? 'has no package genenv' : `has the package genenv ${found}, and this program needs ${needed}`}. Run “${python} -m pip install ./python” in the folder of the playground.`,
  'loop-setting': ({ setting, value, allowed }) =>
    `The loop on TRL does not know ${setting} “${value}”. Set it to one of: ${allowed}.`,
  'loop-without-setting': ({ setting, value }) =>
    `The loop on TRL cannot do what ${setting} “${value}” asks. Leave ${setting} out.`,
  'loop-turns': ({ family }) =>
    `Tasks of the family ${family} are played in several turns, which the loop on TRL does not do. Choose families whose answer is one text.`,
  'not-a-question': ({ place, cause }) => `This is not a question to the judge: ${place}: ${cause}.`,
  'not-a-task-of-family': ({ text, family }) =>
    `“${text}” is not a task of the family ${family}, so no answer has a score.`,
  'no-solution': ({ family, text }) =>
    `The task “${text}” of the family ${family} has no solution. Ask about another one.`,
  'turn-after-end': ({ family, turns }) =>
    `The task of the family ${family} ended with turn ${turns}. Leave out the turns after it.`,
  'outside-agent': () =>
    'The agent of this run is another program, which keeps its weights. Ask that program, or look at the environment.',
  'not-outcomes': ({ place, cause }) => `These are not the outcomes of rollouts: ${place}: ${cause}.`,
  'outcome-of-no-task': ({ task }) => `There is no task ${task} in this epoch. Report the rollouts of its own tasks.`,
  'outcomes-of-task': ({ task, given, groupSize }) =>
    `Task ${task} has ${given} outcomes. Report as many as groupSize says, ${groupSize}, for each task.`,
  'not-a-shard': ({ text }) => `--shard ${text}: write it as i/n, such as 1/4, with i from 1 to n.`,
  'no-runs-here': ({ path }) => `There are no runs in ${path}. Name a folder that genenv sweep wrote to.`,
  'no-items-in-folder': ({ benchmark, folder }) =>
    `No item of ${benchmark} could be read from ${folder}. genenv score --help lists the files it needs.`,
  'no-predictions': ({ file, example }) => `${file} is empty. It needs lines such as ${prediction(example)}.`,
  'no-prediction-scored': ({ file, format, example }) =>
    `${file} has no line that could be scored: an id is ${format}, such as ${prediction(example)}.`,
  'option-missing': ({ options }) =>
    `This command needs ${options.length > 1 ? 'one of these' : 'this'}: ${options.join(', or ')}. Its --help says more.`,
  'unknown-level': ({ level, levels }) => `--level ${level}: the levels are 1 to ${levels}.`,
  'unknown-recipe': ({ name, known }) => `There is no recipe for “${name}”. Choose from: ${known}.`,
  'not-an-assignment': ({ assignment }) => `--set ${assignment}: write it as name=value.`,
  'model-not-in-manifest': ({ name }) =>
    `${name} is not the model that the manifest describes. Make it again, without --only-measure.`,
  'ids-wrong-form': ({ path, cause }) => `${path}: ${cause}. See genenv logprobs --help for the form.`,
  'continuation-too-long': ({ file, tokens, limit }) =>
    `${file}: the greedy continuation would have ${tokens} tokens, but the model’s context holds ${limit}. Ask for fewer.`,
  'folder-missing': ({ folder }) => `There is no folder ${folder}.`,
  'not-a-folder': ({ folder }) => `${folder} is a file; name the folder that holds it.`,
  'no-run-in-file': ({ file }) => `There is no run in ${file}. Name the event log of a run.`,
  'file-not-readable': ({ path, cause }) => `${path} cannot be read: ${cause}. Check the path.`,
  'output-is-read': ({ path, kind }) =>
    `${path} is what this command reads, so it cannot be written too. Name another ${kind}.`,
  'output-of-other-kind': ({ path, found, kind }) => `${path} is ${found}. Name a ${kind}.`,
  'output-exists': ({ path, kind }) =>
    kind === 'file'
      ? `There is a file ${path} already. --force replaces it; or name another file.`
      : `There are files in ${path} already. --force replaces those of the same names; or name another folder.`,
  'run-process-ended': ({ how }) =>
    `The process that made this run ended (${how}). The same command continues it; --jobs 1 needs less memory.`,
  'unknown-setting': ({ setting }) => `There is no setting “${setting}”. genenv coevolve --help lists all settings.`,
  'transformers-not-installed': () =>
    'ONNX models need transformers.js beside the installed program. Install it in the same folder: npm install @huggingface/transformers.',
  'not-a-level': ({ family, level, levels }) =>
    `The family ${family} has the levels 1 to ${levels}, and no level ${level}. Choose one of them.`,
  'no-results-to-write': () => 'There is no finished run to write. Run the sweep first.',
  'unknown-benchmark': ({ name, names }) => `There is no benchmark "${name}"; choose ${names}.`,
  'unknown-part': ({ benchmark, part, parts }) =>
    `${benchmark} has no part "${part}" in the files read. ${parts ? `Choose ${parts}.` : 'It is not published in parts.'}`,
};
