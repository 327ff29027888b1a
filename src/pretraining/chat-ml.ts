/** @file ChatML, the form of conversations that Qwen and SmolLM read: its special tokens and its template in Jinja. */

const START = '<|im_start|>';
const END = '<|im_end|>';
const PADDING = '<|endoftext|>';

export const CHAT_ML = {
  special: [PADDING, START, END],
  end: END,
  chatTemplate:
    `{% for message in messages %}{{ '${START}' + message['role'] + '\\n' + message['content'] + '${END}' + '\\n' }}` +
    `{% endfor %}{% if add_generation_prompt %}{{ '${START}assistant\\n' }}{% endif %}`,
};
