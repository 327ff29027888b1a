/** @file The words of tasks of one's own. */
export const ownTasks = {
  title: 'Your own tasks',
  about:
    'Prompts with their answers, as JSON lines or CSV. Two models are made for them from random weights in this tab; then the environment writes new tasks with answers, and your held-out tasks say what the agent has learnt.',
  text: 'Tasks: a JSON object with prompt and answer on each line, or a table with that header',
  cut: 'The file is longer than this field shows; all of it is read.',
  open: 'Choose a file of tasks',
  clear: 'Begin anew',
  rule: 'An answer is right by',
  asGiven: 'what the tasks say',
  rules: {
    exact: 'the same text',
    number: 'the same number',
    set: 'the same parts between commas',
    'token-f1': 'token F1',
    json: 'the same JSON',
  },
  form: 'Read as',
  bySize: 'words, if different ones are few',
  forms: { words: 'words', text: 'text in byte pairs' },
  preview: 'What the models will read',
  found: (tasks: number, rule: string, form: string) =>
    `${tasks} different tasks, compared by ${rule}, read as ${form}.`,
  derived: 'Levels follow the length of answers, or of prompts where all answers have one length.',
  level: 'Level',
  splits: { training: 'training', development: 'development', 'held-out': 'held out' },
  agentReads: (level: number) => `Level ${level}: the agent reads → and should write`,
  environmentReads: (level: number) => `Level ${level}: the environment reads → and should write`,
  unchecked:
    'The key of a written task is checked where the task is one of yours, or nearly. No one can check any other; agreement of several keys can be asked for in the settings.',
  tokens: 'Show as tokens',
  choose: 'Use in the next run',
  chosen: (name: string) =>
    `“${name}” is chosen: the next run plays it, and a link to the settings holds it while short.`,
  problems: 'What is wrong, by line',
};
