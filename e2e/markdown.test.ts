import { expect, test } from './journey.ts';

const everything = `# Heading one

A paragraph with **bold**, *italic*, ~~gone~~ and \`code\`.

- first
- second
  - nested

1. one
2. two

- [x] done
- [ ] to do

| Name | Count |
| --- | ---: |
| apples | 3 |

> A quote with [a link](https://example.com/page).

\`\`\`js
const answer = 42;
\`\`\`
`;

test('a reply is shown as markdown: headings, lists, tasks, tables, quotes, code [LIST-29] @phone-rest @rest', async ({
  chat,
}) => {
  await chat.open();
  const reply = await chat.ask(`/say ${everything}`);
  await expect(reply.getByRole('heading', { name: 'Heading one' })).toBeVisible();
  await expect(reply.locator('strong')).toHaveText('bold');
  await expect(reply.locator('em')).toHaveText('italic');
  await expect(reply.locator('del')).toHaveText('gone');
  await expect(reply.getByRole('listitem').filter({ hasText: 'nested' }).last()).toBeVisible();
  await expect(reply.locator('ol > li, ol > * > li').first()).toHaveText('one');
  await expect(reply.getByRole('img', { name: 'Done:' })).toBeVisible();
  await expect(reply.getByRole('img', { name: 'To do:' })).toBeVisible();
  await expect(reply.getByRole('columnheader', { name: 'Count' })).toBeVisible();
  await expect(reply.getByRole('cell', { name: 'apples' })).toBeVisible();
  await expect(reply.locator('blockquote')).toContainText('A quote');
  await expect(reply.locator('pre')).toHaveText('const answer = 42;');
  await expect(reply.locator('pre span').filter({ hasText: /^const$/ })).toBeVisible();
});

test('links open in a new tab that knows nothing of us [LIST-30] @rest', async ({
  chat,
  watched,
  context,
}) => {
  watched.expectHost('example.com');
  await context.route('https://example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Example</title>' }),
  );
  await chat.open();
  const reply = await chat.ask('/say See [a link](https://example.com/page) and <https://example.com/auto>.');
  for (const link of await reply.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  }
  const opening = context.waitForEvent('page');
  await reply.getByRole('link', { name: 'a link' }).click();
  const opened = await opening;
  await expect(opened).toHaveURL('https://example.com/page');
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
});

test('a hostile reply runs nothing, loads nothing and stays readable [LIST-31 LIST-32] @rest', async ({
  page,
  chat,
  watched,
}) => {
  await chat.open();
  const before = watched.requests.length;
  const reply = await chat.ask('/image');
  await expect(reply).toContainText('<script>window.hacked = true</script>');
  await expect(reply).toContainText('<img src=');
  const card = reply.getByRole('link', { name: /a foreign image/ });
  await expect(card).toContainText('tracker.example');
  await expect(card).toHaveAttribute('target', '_blank');
  await expect(
    reply.locator('script, iframe, [onclick], [onerror], img[src^="http"], img[src^="data:"]'),
  ).toHaveCount(0);
  for (const link of await reply.locator('a').all()) {
    expect(await link.getAttribute('href')).toMatch(/^(https?:|mailto:)/);
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  const asked = watched.requests.slice(before).map((request) => new URL(request.url()).hostname);
  expect(new Set(asked)).not.toContain('tracker.example');
});

test("a person's newlines and HTML stay as they were typed [LIST-31] @rest", async ({ chat }) => {
  await chat.open();
  await chat.ask('/say fine\nsecond line\n<b>not bold</b>');
  const question = chat.questions.first();
  await expect(question).toContainText('<b>not bold</b>');
  await expect(question.locator('b')).toHaveCount(0);
  expect(await chat.textOf(question)).toContain('fine\nsecond line\n<b>not bold</b>');
});

test.describe('copying code', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a code block is copied as it was written @rest', async ({ page, chat }) => {
    await chat.open();
    const code = 'if (a < b) {\n  // "quoted"\n\treturn a;\n}';
    const reply = await chat.ask(`/say \`\`\`js\n${code}\n\`\`\``);
    await reply.getByRole('button', { name: 'Copy code' }).click();
    await expect(reply.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trimEnd()).toBe(code);
  });
});

test('long words, code and tables never widen the page @phone @rest', async ({ page, chat }) => {
  await chat.open();
  const wide = 'w'.repeat(600);
  const columns = Array.from({ length: 14 }, (_, at) => `column${at}`);
  const table = `| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|\n| ${columns.join(' | ')} |`;
  await chat.ask(`/say ${wide}\n\n\`\`\`\n${wide}\n\`\`\`\n\n${table}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await chat.list.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});
