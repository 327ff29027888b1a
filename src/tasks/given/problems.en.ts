/** @file What is wrong with tasks that a person brought, and what would be right. */
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import type { TasksFinding, TasksProblem } from './check-tasks.ts';

const sentences: Sentences<TasksFinding> = {
  'too-large': ({ most }) => `the file has more than the ${most} bytes that a run can hold; give a part of it.`,
  'not-json': ({ cause }) => `the line is no JSON (${cause}); write one object a line, or a table with a header.`,
  'not-an-object': () => 'write an object with prompt and answer.',
  'other-version': ({ value }) =>
    `write 1, the version of the format, not ${value}; a later one needs a newer playground.`,
  'unknown-field': ({ name }) => `there is no field “${name}”; take it away, or call it as one of a task.`,
  'not-a-title': ({ most }) => `give the tasks a name of 1 to ${most} characters.`,
  'not-a-list': () => 'write the tasks as a list in “given”.',
  'no-column': ({ name }) => `the header names no column “${name}”; add it.`,
  'column-twice': ({ name }) => `the header names “${name}” twice; take one away.`,
  'other-cells': ({ cells, columns }) =>
    `the row has ${cells} cells, but the header ${columns}; put a cell that holds a comma into quotes.`,
  'open-quote': () => 'a quote that begins in this row does not end; close it, or write a quote within a cell twice.',
  'not-a-text': ({ name, value }) => `“${name}” is no text but ${value}; write one.`,
  empty: ({ name }) => `“${name}” is missing or empty; write it.`,
  'too-long': ({ name, length, most }) => `“${name}” has ${length} characters; ${most} is the most, so shorten it.`,
  'control-character': ({ name, character }) =>
    `“${name}” holds ${character}, a character that cannot be shown; take it away.`,
  'token-of-model': ({ name, token }) =>
    `“${name}” holds ${token}, which models read as the border of a message; take it away.`,
  'key-mark': ({ mark }) => `the answer holds “${mark}”, which stands before every answer; take it away.`,
  'not-words': ({ name }) =>
    `“${name}” is not words with single spaces between them, without tags and at most 40 characters each; rewrite it, or choose the form “text”.`,
  'not-a-level': ({ value, most }) => `a level is a whole number from 1 to ${most}, not ${value}; correct it.`,
  'not-a-split': ({ value, splits }) => `a split is one of ${splits}, not ${value}; correct it.`,
  'not-a-rule': ({ value, rules }) => `a rule is one of ${rules}, not ${value}; correct it.`,
  'not-a-form': ({ value, forms }) => `a form is one of ${forms}, not ${value}; correct it.`,
  'other-rule': ({ rule, first }) =>
    `the rule is “${rule}” here and “${first}” before; one rule holds for all tasks, so choose one.`,
  'not-of-rule': ({ value, rule }) =>
    `${value} is no answer under the rule “${rule}”; correct it, or choose another rule.`,
  'two-answers': ({ other }) =>
    `the prompt is that of line ${other}, but answer, level or split differ; keep one of them.`,
  'nearly-kept': ({ other }) =>
    `the prompt is nearly that of line ${other}, which is of another split, so evaluation would be seen in training; give both one split.`,
  'too-few-tasks': ({ tasks, least }) =>
    `there are ${tasks} different prompts; training, development and evaluation need ${least}, so add some.`,
  'too-few-of-level': ({ level, tasks, least }) =>
    `level ${level} has ${tasks} different prompts; training, development and evaluation need ${least}, so add some, or join levels.`,
  'too-many-tasks': ({ most }) => `there are more than ${most} tasks; give a part of them.`,
  'not-as-written': () => 'they are not as the playground writes a set; give the file they came from.',
  more: ({ lines }) => `${lines} further lines have problems too; correct those above, and look again.`,
};

/** In one sentence, with the place. */
export const tasksProblemText = (problem: TasksProblem): string =>
  `${problem.line === undefined ? 'The tasks' : `Line ${problem.line}`}: ${sentenceOf<TasksFinding>(sentences, problem)}`;
