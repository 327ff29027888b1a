/**
 * @file Reads the chat template of a checkpoint. The template writes a conversation as one text, as in training.
 * The template is a Jinja program in `chat_template.jinja` or, in older folders, in `tokenizer_config.json`
 * (https://huggingface.co/docs/transformers/chat_templating). It is rendered as transformers does (jinja.ts).
 */
import { z } from 'zod';
import { jinjaTemplate } from './jinja.ts';
import { ModelFileError } from './model-file-error.ts';

export interface TemplateMessage {
  role: string;
  content: string;
}

/** Parts of a tokenizer that a template needs: special tokens, and the files that may hold the template. */
interface TemplateTokenizer {
  readonly specialIds: { bos?: number; eos?: number; pad?: number; unknown?: number };
  readonly files: { config: object; template?: string };
  tokenText(id: number): string;
}

export interface ChatTemplate {
  /**
   * Writes the conversation as text, special tokens included, up to the start of the assistant's next message.
   * @throws ModelFileError if the template refuses the conversation (two messages of one role in a row, for example)
   */
  render(messages: readonly TemplateMessage[]): string;
  /** Returns true if the template writes this text after an answer. */
  closesWith(end: string): boolean;
}

export const TEMPLATE_FILE = 'chat_template.jinja';
const CONFIG_FILE = 'tokenizer_config.json';
/** Date for templates that print it. A prompt must not depend on a clock, so this is the default date of Llama 3.2. */
const DATE = '26 Jul 2024';

const DATE_PARTS: Readonly<Record<string, string>> = {
  ...{ '%d': '26', '%b': 'Jul', '%B': 'July', '%m': '07', '%Y': '2024', '%y': '24', '%A': 'Friday', '%a': 'Fri' },
  ...{ '%H': '00', '%M': '00', '%S': '00', '%%': '%' },
};
const dateText = (format: string) =>
  format.replace(/%./g, (part) => {
    if (!Object.hasOwn(DATE_PARTS, part)) throw new Error(`strftime_now with ${part}`);
    return DATE_PARTS[part];
  });

const named = z.array(z.object({ name: z.string(), template: z.string() }));
const config = z.looseObject({ chat_template: z.union([z.string(), named]).nullish() });

/** Returns the chat template of a checkpoint; null if it has none, like most base models. */
export function chatTemplateOf(tokenizer: TemplateTokenizer): ChatTemplate | null {
  const { template: file } = tokenizer.files;
  if (file !== undefined) return createChatTemplate(file, tokenizer, TEMPLATE_FILE);
  const parsed = config.safeParse(tokenizer.files.config);
  if (!parsed.success)
    throw new ModelFileError('malformed', CONFIG_FILE, 'chat_template is neither a text nor a list of named ones');
  const { chat_template: template } = parsed.data;
  if (template == null) return null;
  if (typeof template === 'string') return createChatTemplate(template, tokenizer);
  const standard = template.find(({ name }) => name === 'default');
  if (standard) return createChatTemplate(standard.template, tokenizer);
  const names = template.map(({ name }) => name).join(', ');
  throw new ModelFileError('template', CONFIG_FILE, `none of its chat templates (${names}) is called "default"`);
}

/** Creates a chat template. @throws ModelFileError if `template` is not Jinja */
export function createChatTemplate(
  template: string,
  tokenizer: Omit<TemplateTokenizer, 'files'>,
  file = CONFIG_FILE,
): ChatTemplate {
  const { bos, eos, pad, unknown } = tokenizer.specialIds;
  const text = (id: number | undefined) => (id === undefined ? undefined : tokenizer.tokenText(id));
  const refuse = (error: unknown): never => {
    throw new ModelFileError('template', file, `the chat template fails (${(error as Error).message})`);
  };
  let program: ReturnType<typeof jinjaTemplate>;
  try {
    program = jinjaTemplate(template);
  } catch (error) {
    return refuse(error);
  }
  const chat: ChatTemplate = {
    closesWith(end) {
      const answer = 'the answer';
      const messages = [
        { role: 'user', content: 'a question' },
        { role: 'assistant', content: answer },
      ];
      return chat.render(messages).split(answer).at(-1)!.trimStart().startsWith(end);
    },
    render(messages) {
      try {
        return program({
          messages: messages.map((message) => ({ ...message })),
          add_generation_prompt: true,
          // transformers also sets both names to None.
          tools: null,
          documents: null,
          date_string: DATE,
          strftime_now: dateText,
          // Otherwise Qwen3 would think for longer than any answer may be. With false, its prompt has an empty thought.
          enable_thinking: false,
          bos_token: text(bos),
          eos_token: text(eos),
          pad_token: text(pad),
          unk_token: text(unknown),
        });
      } catch (error) {
        return refuse(error);
      }
    },
  };
  return chat;
}
