/** @file Chat messages as texts: prompts and completions of most trainers are either a text or a list of messages. */
import { z } from 'zod';

const part = z.looseObject({ type: z.string().nullish(), text: z.string().nullish() });
export const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(part)]).nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
});
type Message = z.infer<typeof message>;

export const chat = z.union([z.string(), z.array(message)]);
type Chat = z.infer<typeof chat>;

/** Parts that are not text (images, sound) are named by their type. */
const contentOf = ({ content }: Message): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ type, text }) => text ?? (type ? `[${type}]` : '')).join('');

/** What a message says: its content, and the calls of tools in it as JSON. */
export const messageText = (one: Message): string =>
  [contentOf(one), ...(one.tool_calls ?? []).map((call) => JSON.stringify(call))].filter(Boolean).join('\n');

/** A prompt as one text: of several messages each with its role. */
export function promptText(prompt: Chat): string {
  if (typeof prompt === 'string') return prompt;
  if (prompt.length === 1) return messageText(prompt[0]);
  return prompt.map((one) => `${one.role}: ${messageText(one)}`).join('\n\n');
}

/** What was said after a prompt, by the model (`own`) or to it, as the model's turns and what stood between them. */
export function turnTexts(said: readonly { own: boolean; text: string }[]): {
  turns: string[];
  observations: string[];
} {
  const [turns, observations]: string[][] = [[], []];
  let last: boolean | null = null;
  for (const { own, text } of said) {
    const to = own ? turns : observations;
    // What follows of the same side is of the same turn: turns and observations alternate.
    if (own === last) to[to.length - 1] += `\n\n${text}`;
    else to.push(text);
    last = own;
  }
  return { turns, observations };
}

export const completionTexts = (completion: Chat): { turns: string[]; observations: string[] } =>
  typeof completion === 'string'
    ? { turns: [completion], observations: [] }
    : turnTexts(completion.map((one) => ({ own: one.role === 'assistant', text: messageText(one) })));
