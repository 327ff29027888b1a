/** @file Without a GPU the page opens rollouts as trainers write them, and shows hostile texts as plain text. */
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { openedText, runsText } from '../src/text/later.ts';
import { reasonSentence } from '../src/text/reasons.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { importFile, type PlaygroundPage, still, test } from './page.ts';

/** Drops a folder from disk as a file manager does, so that the page reads real file entries. */
async function drop({ page }: PlaygroundPage, folder: string) {
  await expect(page.getByLabel(runsText.import.folder)).toBeEnabled();
  const zone = (await page.getByRole('group', { name: runsText.import.title }).boundingBox())!;
  const browser = await page.context().newCDPSession(page);
  const at = { x: zone.x + zone.width / 2, y: zone.y + zone.height / 2 };
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
}

test('shows TRL’s completions with rewards and advantages, and the run of a real checkpoint', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;
  await playground.view('runs');
  await drop(playground, fileURLToPath(new URL('../src/runs/rollouts/fixtures/trl/completions', import.meta.url)));
  await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 2 }));
  await playground.view('run');
  await playground.timeline.fill('1');
  await playground.panel('tasks');
  const note = { code: 'imported-step', step: 1, advantages: 'exported' } as const;
  await expect(page.getByText(reasonSentence(note))).toBeVisible();
  await expect(page.getByText('bowl egg towel').first()).toBeVisible();
  // These prompts belong to no family that the page can explain.
  await expect(page.getByTestId('task-language')).toHaveCount(0);
  const second = page.locator('.rollouts li').nth(1);
  await expect(second).toContainText('dry <b0> <b2> <b0> lamp shelf dry <b3>');
  await expect(second).toContainText('r = 0.75');
  await expect(second).toContainText('A = −1.22');
  await expect(second).toContainText('The sum of distinct 0.75 and short 0.');
  await expect(second.locator('.text.suppressed')).toHaveCount(1);
  // A log without tokens offers no token view and no colouring by probability.
  await expect(second.getByRole('toolbar')).toHaveCount(0);
  await page.getByRole('radio', { name: openedText.colouring.names.probability }).check();
  await expect(page.getByText(openedText.logged.noLogprobs)).toBeVisible();
  // This log lacks levels and model sizes, and the page must not show 0 for them.
  await playground.panel('circuit');
  const tasks = page.getByRole('region', { name: runText.loop.environment.title });
  await expect(tasks.getByRole('listitem')).toHaveCount(2);
  await expect(tasks).not.toContainText(runText.loop.levelShort({ level: '0' }));
  await expect(page.getByText(runText.circuit.parameters, { exact: true })).toHaveCount(0);

  // The page ships with a run of a real checkpoint.
  await playground.view('runs');
  await playground.button(runsText.real.open).click();
  await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 5 }));
  await playground.view('run');
  // Without the notice the picture is taller, and its cards have room for the number of parameters.
  await playground.dismissProblem();
  await expect(page.getByText('134.5M').first()).toBeVisible();
});

test('asks for unknown columns, shows the texts of tokens, and shows hostile text as plain text', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;

  await test.step('unknown columns are asked for, and changed later: the log is read again', async () => {
    const rows = [
      { question: 'q', answer: 'yes', correct: 1, style: 0.5 },
      { question: 'q', answer: 'no', correct: 0, style: 0 },
    ];
    const log = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await importFile(playground, 'log.jsonl', Buffer.from(log));
    const words = runsText.mapping;
    await page.getByLabel(words.roles.prompt, { exact: true }).selectOption('question');
    await page.getByLabel(words.roles.completion, { exact: true }).selectOption('answer');
    await page.getByLabel(words.weight({ column: 'correct' })).fill('1');
    const answers = page.locator('.rollouts li');
    const readAgain = async () => {
      await page.getByRole('button', { name: words.apply }).click();
      await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 1 }));
      await playground.view('run');
      await playground.panel('tasks');
    };
    await readAgain();
    await expect(answers.first()).toContainText('r = 1');
    await playground.view('runs');
    await page.getByRole('button', { name: words.change }).click();
    await page.getByLabel(words.weight({ column: 'style' })).fill('0.5');
    await readAgain();
    await expect(answers.first()).toContainText('r = 1.25');
    await playground.view('runs');
    await expect(page.locator('[data-run]')).toHaveCount(1);
  });

  await test.step('tokens show their texts once the folder of their tokenizer is chosen', async () => {
    const rows = [0, 1].map((reward) => ({ step: 1, prompt: 'p', completion: 'c', reward, tokens: [2 + reward, 99] }));
    const log = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await importFile(playground, 'tokens.jsonl', Buffer.from(log));
    const expectTokens = async (...tokens: string[]) => {
      await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 1 }));
      await playground.view('run');
      await playground.panel('tasks');
      await expect(page.getByRole('toolbar')).toHaveText(tokens);
    };
    await expectTokens('299', '399');
    await playground.view('runs');
    const folder = fileURLToPath(new URL('../src/lm/fixtures/qwen2', import.meta.url));
    await page.getByLabel(runsText.tokenizer.folder).setInputFiles(folder);
    // The vocabulary has no token 99, so its id is shown.
    await expectTokens('w299', 'w399');
    await playground.view('runs');
    await expect(page.locator('[data-run]')).toHaveCount(2);
  });

  await test.step('HTML, control characters and overrides of the writing direction are shown as text', async () => {
    const hostile =
      '<img src=x onerror="document.title=1">\u202Eabc\u0000\u001b[31m</p><script>document.title=2</script>';
    const line = { step: 1, prompt: hostile, completion: hostile };
    const lines = [
      { ...line, '\u202Ename<b>': 1, other: 0, advantage: 0.58 },
      { ...line, '\u202Ename<b>': 0, other: 1, advantage: 0.58 },
      { ...line, '\u202Ename<b>': 0, other: 0, advantage: -1.16 },
    ];
    const log = lines.map((one) => `${JSON.stringify(one)}\n`).join('');
    await importFile(playground, '<b>\u202Ename.jsonl', Buffer.from(log));
    await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 1 }));
    await playground.view('run');
    await playground.panel('tasks');
    const shown =
      '<img src=x onerror="document.title=1">‹U+202E›abc‹U+0000›‹U+001B›[31m</p><script>document.title=2</script>';
    await expect(page.locator('.rollouts .text')).toHaveText([shown, shown, shown]);
    await expect(page.locator('.reads .mono')).toHaveText(shown);
    await expect(page.locator('.rollouts li').first()).toContainText('The sum of ‹U+202E›name<b> 1 and other 0.');
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^[12]$/);
    expect(await page.locator('body').innerText()).not.toContain('\u202E');
    await playground.view('runs');
    await expect(page.getByRole('row', { name: /<b>‹U\+202E›name\.jsonl/ })).toBeVisible();
  });
});
