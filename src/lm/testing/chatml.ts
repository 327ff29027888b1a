/** @file Holds ChatML, the chat template with which SmolLM2 and Qwen2 were trained. `<|im_end|>` ends a message. */
export const CHATML =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
