/**
 * @file How a conversation becomes the text that a model reads, and how its continuation becomes an answer: by the
 * checkpoint's chat template or, for a model without one, as plain text with a label before each message.
 */
import type { ChatMessage } from '../benchmarks/benchmark.ts';
import type { EvaluatedModel } from './evaluation.ts';

export interface PromptForm {
  name: 'chat template' | 'plain text';
  /** The conversation as text, up to where the assistant's next message begins. */
  render(messages: readonly ChatMessage[]): string;
  /**
   * The same as token ids.
   * @throws Error naming the first word that the vocabulary has no token for
   */
  encode(messages: readonly ChatMessage[]): number[];
  /** The assistant's message in what the model wrote, without white space around it. */
  read(ids: readonly number[]): string;
}

const LABELS = { system: '', user: 'User: ', assistant: 'Assistant: ' };
const NEXT_MESSAGE = /\n\s*User:/;

/** The form that a model reads: its chat template if it has one. */
export function promptForm({ tokenizer, template }: Pick<EvaluatedModel, 'tokenizer' | 'template'>): PromptForm {
  if (template !== null) {
    return {
      name: 'chat template',
      render: (messages) => template.render(messages),
      // The template writes the special tokens itself.
      encode: (messages) => tokenizer.encode(template.render(messages)),
      read: (ids) => tokenizer.decode(ids, true).trim(),
    };
  }
  return {
    name: 'plain text',
    render: plainText,
    encode: (messages) => tokenizer.encode(plainText(messages), true),
    // A base model continues both sides of the conversation.
    read: (ids) => tokenizer.decode(ids, true).split(NEXT_MESSAGE, 1)[0].trim(),
  };
}

const plainText = (messages: readonly ChatMessage[]): string =>
  [...messages.map(({ role, content }) => LABELS[role] + content), LABELS.assistant.trimEnd()].join('\n\n');
