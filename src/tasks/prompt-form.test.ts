import { expect, it } from 'vitest';
import { englishCalls } from './families/english-calls/english-calls.ts';
import { agentPrompt, environmentContext, PLAIN_TEXT, promptForm } from './family.ts';
import { taskOf } from './testing/read-task.ts';

const conversation = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'hello' },
] as const;

it('is plain text with labels for a model without a template', () => {
  const form = promptForm(null);
  expect(form).toBe(PLAIN_TEXT);
  expect(form.render(conversation)).toBe('Be brief.\n\nUser: hello\n\nAssistant:');
  expect(form.read(' hi \n\nUser: and then?')).toBe('hi');
});

it('is the template’s where there is one', () => {
  const form = promptForm({ render: (messages) => messages.map(({ role }) => `<${role}>`).join('') });
  expect(form.render(conversation)).toBe('<system><user>');
  expect(form.read(' hi \n\nUser: and then?')).toBe('hi \n\nUser: and then?');
});

it('lets the environment go on with the seed as the beginning of its answer', () => {
  const task = taskOf(englishCalls, '{"request": "Will it rain in Rome?", "tools": ["weather"]}');
  expect(agentPrompt(englishCalls, task, PLAIN_TEXT)).toMatch(
    /^User: weather\(city, day\?\)\nRequest: Will it rain in Rome\?\n[^\n]+\n\nAssistant:$/,
  );
  const seed = '{"request": "Will it rain in Rome?';
  const context = environmentContext(englishCalls, 0, seed, PLAIN_TEXT);
  expect(context).toContain('Success: 10%');
  expect(context.endsWith(`\n\nAssistant:${seed}`)).toBe(true);
});
