import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jinjaTemplate } from './jinja.ts';
import { createChatTemplate } from './chat-template.ts';
import { CHATML } from '../testing/chatml.ts';
import { createTokenizer, wordLevelTokenizer } from './tokenizer.ts';

const tokenizer = wordLevelTokenizer(['hello']);
const conversation = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'hello' },
];
const RENDERED = '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nhello<|im_end|>\n<|im_start|>assistant\n';

const withConfig = (chat_template: unknown) =>
  createTokenizer(tokenizer.files.tokenizer, { ...tokenizer.files.config, chat_template });

it('writes the conversation up to where the assistant begins', () => {
  expect(createChatTemplate(CHATML, tokenizer).render(conversation)).toBe(RENDERED);
});

it.each([
  ['the special tokens', '{{ eos_token }} {{ bos_token is defined }}', '<eos> False'],
  ['a date, but no clock', '{{ date_string }}', '26 Jul 2024'],
  ['that there are no tools and no documents', '{{ tools is none }} {{ documents is defined }}', 'True True'],
  [
    'that a model should answer at once',
    '{% if enable_thinking is false %}<think></think>{% endif %}',
    '<think></think>',
  ],
])('knows %s', (_, template, rendered) => {
  expect(createChatTemplate(template, tokenizer).render(conversation)).toBe(rendered);
});

it('comes from tokenizer_config.json, from the default of several, or from its own file first', () => {
  expect(withConfig(CHATML).chat?.render(conversation)).toBe(RENDERED);
  const several = [
    { name: 'tool_use', template: 'tools' },
    { name: 'default', template: CHATML },
  ];
  expect(withConfig(several).chat?.render(conversation)).toBe(RENDERED);
  const own = createTokenizer(tokenizer.files.tokenizer, { chat_template: several }, 'own');
  expect(own.chat?.render(conversation)).toBe('own');
  expect(tokenizer.chat).toBeNull();
});

it('says in a sentence what is wrong with it', () => {
  expect(() => withConfig(3).chat).toThrow(/^malformed .*tokenizer_config\.json","what":"chat_template is/);
  const unnamed = withConfig([{ name: 'tool_use', template: '' }]);
  expect(() => unnamed.chat).toThrow(/none .* \(tool_use\) is called .*default/);
  expect(() => createChatTemplate('{% for %}', tokenizer)).toThrow(/the chat template fails/);
  const refusing = createChatTemplate("{{ raise_exception('Roles must alternate') }}", tokenizer);
  expect(() => refusing.render(conversation)).toThrow(/fails \(Roles must alternate\)/);
});

interface Row {
  template: string;
  rendered: string;
}
const rows = JSON.parse(readFileSync(new URL('../fixtures/jinja.json', import.meta.url), 'utf8')) as Row[];
const MESSAGES = [
  { role: 'user', content: 'a\n' },
  { role: 'assistant', content: '<think>\nq\n</think>\n\n  two\n' },
  { role: 'user', content: '<b> é😀' },
];

it.each(rows)('renders what transformers renders: $template', ({ template, rendered }) => {
  const variables = {
    add_generation_prompt: true,
    enable_thinking: false,
    eos_token: '</s>',
    date_string: '26 Jul 2024',
  };
  expect(jinjaTemplate(template)({ messages: MESSAGES, ...variables })).toBe(rendered);
});

it.each([
  '{{ 1|nonsense }}',
  "{{ 'a'.swapcase() }}",
  '{{ messages is nonsense }}',
  "{{ 'a' + 1 }}",
  '{{ nothing.role }}',
  "{{ 'a' % 1 }}",
  '{{ messages|tojson(sort_keys=true) }}',
  "{{ strftime_now('%c') }}",
  '{% include "x" %}',
  '{{ 1 < 3 < 2 }}',
  "{{ ['a']|join(attribute='b') }}",
  "{{ 'a'|trim('a', 'b') }}",
])('refuses what it does not implement or Python refuses: %s', (template) => {
  expect(() => createChatTemplate(template, tokenizer).render(MESSAGES)).toThrow(/the chat template fails/);
});

it('refuses any filter, test, method or function that it does not know by its name', () => {
  const name = fc.stringMatching(/^z[a-z]{2,8}$/);
  const forms = fc.constantFrom(
    '{{ messages|NAME }}',
    '{{ 1 is NAME }}',
    "{{ 'a'.NAME() }}",
    '{{ NAME(1) }}',
    '{{ messages[0].NAME() }}',
  );
  fc.assert(
    fc.property(name, forms, (unknown, form) => {
      const template = createChatTemplate(form.replace('NAME', unknown), tokenizer);
      expect(() => template.render(MESSAGES)).toThrow(unknown);
    }),
  );
});
