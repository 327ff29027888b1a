/**
 * @file Writes a conversation as the text that a model reads, and reads an answer from its continuation: by the
 * checkpoint's chat template or, for a model without one, as plain text with a label before each message.
 */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface PromptForm {
  name: 'chat template' | 'plain text';
  /** The conversation as text, up to where the assistant's next message begins. */
  render(messages: readonly ChatMessage[]): string;
  /** The assistant's message in what the model wrote, without white space around it. */
  read(written: string): string;
}

/** Writes a conversation as a checkpoint's own training did. */
interface Template {
  render(messages: readonly ChatMessage[]): string;
}

const LABELS = { system: '', user: 'User: ', assistant: 'Assistant: ' };
const NEXT_MESSAGE = /\n\s*User:/;

export const PLAIN_TEXT: PromptForm = {
  name: 'plain text',
  render: (messages) =>
    [...messages.map(({ role, content }) => LABELS[role] + content), LABELS.assistant.trimEnd()].join('\n\n'),
  // A base model continues both sides of the conversation.
  read: (written) => written.split(NEXT_MESSAGE, 1)[0].trim(),
};

/** The form that a model reads: its chat template if it has one. */
export const promptForm = (template: Template | null): PromptForm =>
  template === null
    ? PLAIN_TEXT
    : {
        name: 'chat template',
        render: (messages) => template.render(messages),
        read: (written) => written.trim(),
      };
