/** @file Converts a benchmark's conversation to token ids, and a model's tokens to an answer (tasks/prompt-form.ts). */
import { type ChatMessage, promptForm } from '../tasks/family.ts';
import type { EvaluatedModel } from './evaluation.ts';

export interface TokenForm {
  name: 'chat template' | 'plain text';
  render(messages: readonly ChatMessage[]): string;
  /** The conversation as token ids, up to where the assistant's next message begins. */
  encode(messages: readonly ChatMessage[]): number[];
  /** The assistant's message in what the model wrote, without white space around it. */
  read(ids: readonly number[]): string;
}

/** The form that a model reads: its chat template if it has one. */
export function tokenForm({ tokenizer, template }: Pick<EvaluatedModel, 'tokenizer' | 'template'>): TokenForm {
  const { name, render, read } = promptForm(template);
  return {
    name,
    render,
    // A template writes the special tokens itself.
    encode: (messages) => tokenizer.encode(render(messages), template === null),
    read: (ids) => read(tokenizer.decode(ids, true)),
  };
}
