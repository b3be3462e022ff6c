import { expectClean } from './axe.ts';
import { expect, isLongRun, test } from './journey.ts';

const drawn = '.katex-html';
const formulas = String.raw`The energy is $E = mc^2$, so \(a_1 * b_1 * c_1\) too.

$$
\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}
$$

1. In a list:
   \[
   \begin{pmatrix} a & b \\ c & d \end{pmatrix}
   \]
2. and a table

| sum | price |
|---|---|
| $\sum_i x_i$ | $5 |
| $|x|$ | $6 |

> \[ x < y \]
`;
const fenced = '```math\n\\sqrt{2}\n```\n';

test('a thousand formulas hold up nothing [RICH-06] @rest', async ({ chat }) => {
  await chat.open();
  const lines = Array.from({ length: 1_000 }, (_, at) =>
    at % 200 < 100 ? `$x_{${at}}$ ` : `\n\n$x_{${at}}$`,
  );
  await chat.ask(`/say ${lines.join('')}\n\nlast words`);
  await expect(chat.replies.last().locator(drawn).last()).toBeVisible();
  await expect(chat.box).toBeEnabled();
});

const hebrew = 'שלום עולם, זה `code` כאן.';
const arabic = 'مرحبا بالعالم';
const noted = `It is so[^1], **really**[^why], but not[^b] and \`[^1]\`.

[^1]: The first *source*.
[^why]: The second, with more

    in a second paragraph.

After the notes.`;
const fromRightToLeft = `${hebrew}

English again.

# ${arabic}

- ${hebrew}
- ${arabic}

> ${arabic}

| ${arabic} | 2 |
|--|--|
| 1 | 2 |

\`\`\`
${arabic}
\`\`\``;

test('footnotes, text from right to left and formulas are shown as they are meant [RICH-01 RICH-03 RICH-04 RICH-05 RICH-06 RICH-07 RICH-08 RICH-09 RICH-10 RICH-11 RICH-12] @phone-rest', async ({
  context,
  page,
  chat,
  watched,
}) => {
  // It is one page, but much of it.
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chat.open();
  await test.step('footnotes stand under the reply and lead there and back; text from right to left stands on the right, code on the left', async () => {
    await chat.box.fill(arabic);
    expect(await chat.box.evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
    const reply = await chat.ask(`/say ${fromRightToLeft}\n\n${noted}`);
    const direction = (of: string) =>
      reply
        .locator(of)
        .first()
        .evaluate((one) => getComputedStyle(one).direction);
    expect(await direction('p')).toBe('rtl');
    expect(await direction('p code')).toBe('ltr');
    expect(await direction('p:text("English")')).toBe('ltr');
    expect(await direction('h2:not(:has(*))')).toBe('rtl');
    for (const one of ['li', 'ul', 'blockquote', 'table']) expect(await direction(one)).toBe('rtl');
    expect(await direction('pre')).toBe('ltr');
    await expect(chat.questions.first().locator('p').first()).toHaveAttribute('dir', 'auto');
    // The words end where the list does, not where it begins.
    const edges = await reply
      .locator('li')
      .first()
      .evaluate((item) => {
        const words = document.createRange();
        words.selectNodeContents(item.querySelector('p') ?? item);
        return item.getBoundingClientRect().right - words.getBoundingClientRect().right;
      });
    expect(edges).toBeLessThan(8);
    const rightOf = async (of: string) => {
      const box = await reply.locator(of).first().boundingBox();
      return box ? box.x + box.width : Number.NaN;
    };
    expect(Math.abs((await rightOf('table')) - (await rightOf('p')))).toBeLessThan(3);

    await expect(reply).toContainText('It is so1, really2, but not[^b] and [^1].');
    await expect(reply.locator('sup')).toHaveCount(2);
    const notes = reply.getByRole('group', { name: 'Footnotes' });
    await expect(notes.getByRole('listitem')).toHaveCount(2);
    await expect(notes).toContainText('in a second paragraph.');
    // Under everything, wherever they are written.
    const after = await reply.locator('p').filter({ hasText: 'After the notes.' }).boundingBox();
    expect((await notes.boundingBox())?.y).toBeGreaterThan(after?.y ?? Number.NaN);
    const named = reply.locator('sup a').last();
    await expect(named).toHaveAccessibleName('Footnote 2');
    await named.focus();
    await page.keyboard.press('Enter');
    await expect(notes.getByRole('listitem').last()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(notes.locator('a').last()).toHaveAccessibleName('Back from footnote 2');
    await page.keyboard.press('Enter');
    await expect(named).toBeFocused();
    expect(new URL(page.url()).hash).toBe('');
    // The question has the same notes.
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    // The way back is known by its arrow, not by its colour.
    if (isLongRun) await expectClean(page, ['link-in-text-block']);
  });
  await test.step('formulas are fetched with the first one, drawn once, scroll when they are wide, and are copied as written', async () => {
    const fetched = () => watched.requests.filter((request) => /typeset|KaTeX/.test(request.url()));
    const drawnSoFar = () =>
      page.evaluate(
        () => (globalThis as unknown as { polylogueCounts: { formulas: number } }).polylogueCounts.formulas,
      );
    await chat.ask('/say It is $5 **and** `more`.');
    expect(fetched()).toEqual([]);

    const sum = await chat.ask('/say The sum $\\sum_i x_i$ is\n\n$$\ny\n$$\n\n- one\n- two $z$');
    await expect(sum.locator(drawn)).toHaveCount(3);
    await expect.poll(() => fetched().some((request) => request.url().endsWith('.woff2'))).toBe(true);
    await sum.locator('[data-text]').evaluate((text) => getSelection()?.selectAllChildren(text));
    await page.keyboard.press('ControlOrMeta+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'The sum $\\sum_i x_i$ is\n\n$$y$$\none\n\ntwo $z$',
    );
    // Also where only some of a formula is selected.
    await sum
      .locator('[data-tex]')
      .first()
      .evaluate((tex) => {
        if (tex.firstElementChild) getSelection()?.selectAllChildren(tex.firstElementChild);
      });
    await page.keyboard.press('ControlOrMeta+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('$\\sum_i x_i$');

    // The question shows its formulas too: it is there, whole, before the first word of the answer.
    await expect(chat.questions.last().locator(drawn)).toHaveCount(3);
    // With every line of code, which is drawn a few lines at a time.
    const numbered = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n');
    const coded = await chat.ask(`/say So $x$:\n\n\`\`\`\n${numbered}\n\`\`\``);
    await expect(coded.locator(drawn)).toHaveCount(1);
    await coded.locator('[data-text]').evaluate((text) => getSelection()?.selectAllChildren(text));
    await page.keyboard.press('ControlOrMeta+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(numbered);
    const before = await drawnSoFar();
    const growing = await chat.ask(
      `/rate 100 /say ${Array.from({ length: 12 }, (_, at) => `Here is $x_{${at}}$ in *words*`).join(', ')}.\n\n$$\ny\n$$\n\nend`,
    );
    await expect(growing.locator(drawn)).toHaveCount(13);
    await expect(chat.questions.last().locator(drawn)).toHaveCount(13);
    expect((await drawnSoFar()) - before).toBe(26);

    const reply = await chat.ask(`/say ${formulas}\n${fenced}`);
    await expect(reply.locator(drawn)).toHaveCount(8);
    await expect(reply.locator('math annotation').first()).toHaveText('E = mc^2');
    await expect(reply.locator('li math mtable')).toHaveCount(1);
    await expect(reply.locator('blockquote math')).toHaveCount(1);
    await expect(reply.getByRole('cell').locator('math')).toHaveCount(2);
    await expect(reply.locator('em')).toHaveCount(0);

    const long = `\\underbrace{${'a'.repeat(200)}}_n`;
    const wide = await chat.ask(
      `/say $\\colorbox{yellow}{bright} \\colorbox{#001}{dark}$ and $\\textcolor{blue}{\\colorbox{yellow}{given}}$, before $${long}$ after\n\n$$\n${long}\n$$\n\nShort: $x$ and\n\n$$x$$`,
    );
    for (const [words, colour] of [
      ['bright', 'rgb(0, 0, 0)'],
      ['dark', 'rgb(255, 255, 255)'],
      ['given', 'rgb(0, 0, 255)'],
    ] as const)
      await expect(wide.locator('.boxpad').getByText(words)).toHaveCSS('color', colour);
    await expect(wide.locator('[data-wide]')).toHaveCount(2);
    for (const formula of await wide.locator('[data-wide]').all()) {
      await formula.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => formula.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
      expect(await formula.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await chat.list.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    if (isLongRun) await expectClean(page);
  });
  await test.step('a formula that cannot be drawn is its source and says why; none runs, leads anywhere or covers other messages', async () => {
    const unreadable = await chat.ask('/say So $\\frac{a$ and\n\n$$\n\\nosuchcommand{x}\n$$\n\nbut $x$');
    await expect(unreadable.locator(drawn)).toHaveCount(1);
    const sources = unreadable.locator('[data-unread]');
    await expect(sources).toHaveText(['$\\frac{a$', /\\nosuchcommand\{x\}/]);
    await expect(sources.first()).toHaveAttribute('title', /^This formula cannot be read\. .*end of input/);
    await expect(sources.last()).toHaveAttribute('title', /Undefined control sequence: \\nosuchcommand/);
    if (isLongRun) await expectClean(page);

    const far = ['\\rule[-3000000em]{1em}{1em}', '\\raisebox{-3000000em}{x}', '\\hspace{-3000000em}x'];
    const covering = await chat.ask(
      `/say Look: $\\smash{\\rule[4em]{9em}{3em}}$ and $\\rule{2em}{2em}$\n\n${far.map((tex) => `$${tex}$`).join(' ')}`,
    );
    await expect(covering.locator('[data-unread]')).toHaveCount(far.length);
    await expect(covering.locator('[data-unread]').first()).toHaveAttribute('title', /too large/);
    await expect(covering.locator(drawn)).toHaveCount(2);
    // Where each rule would be: only the one in its line can be seen.
    await covering.locator(drawn).last().scrollIntoViewIfNeeded();
    const seen = await covering.locator('.katex-rule').evaluateAll((rules) =>
      rules.map((rule) => {
        const { x, y, width, height } = rule.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === rule;
      }),
    );
    expect(seen).toEqual([false, true]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

    const bombs = [
      '\\def\\a{\\a\\a}\\a',
      `\\def\\a{${'x'.repeat(400)}}${'\\a'.repeat(40)}`,
      '\\rule{9999em}{9999em}',
      'x'.repeat(9_000),
      `${'{'.repeat(1_900)}x${'}'.repeat(1_900)}`,
      // Drawing it would crash the tab.
      `${'x^{'.repeat(250)}x${'}'.repeat(250)}`,
      `\\def\\a#1{#1#1#1}\\def\\b#1{\\a{#1#1#1}}\\def\\c#1{\\b{#1#1#1}}\\c{x}`,
      '\\href{javascript:alert(1)}{x}',
      '\\includegraphics{https://tracker.example/a.png}',
      '\\htmlStyle{position:fixed}{x} \\htmlId{root}{x} \\url{https://a.example}',
      '\\pmb{x} \\fcolorbox{red}{blue}{x} \\textcolor{red}{x} \\cancel{x} \\sqrt[3]{x}',
      '<img src=x onerror=alert(1)>',
    ];
    const reply = await chat.ask(`/say ${bombs.map((bomb) => `$$\n${bomb}\n$$`).join('\n\n')}\n\nend`);
    for (const formula of await reply.locator('[data-tex]').all()) {
      await formula.scrollIntoViewIfNeeded();
      await expect(formula.locator(drawn).or(formula.locator('xpath=self::*[@data-unread]'))).toHaveCount(1);
    }
    await expect(reply.locator(drawn)).toHaveCount(6);
    await expect(reply.locator('[data-unread]').first()).toHaveAttribute('title', /Too many expansions/);
    await expect(reply.locator('a[href], img, script, #root')).toHaveCount(0);
    const rule = await reply.locator('[data-tex*=rule]').boundingBox();
    expect(rule?.height).toBeLessThan(600);
    expect(watched.requests.filter((request) => request.url().includes('tracker'))).toEqual([]);
  });
});

test('prices, shells and tables full of dollars stay text [RICH-02] @rest', async ({ chat }) => {
  await chat.open();
  const money = 'It is $4 and $5, US$ 5, $PATH and $HOME, `$a$`, \\$x\\$.';
  const reply = await chat.ask(
    `/say ${money}\n\n| a | b |\n|--|--|\n| $5 | $6 |\n\n[a](https://a.example/$b$)`,
  );
  await expect(reply).toContainText('It is $4 and $5, US$ 5, $PATH and $HOME, $a$, $x$.');
  await expect(reply.getByRole('cell')).toHaveText(['$5', '$6']);
  await expect(reply.getByRole('link', { name: 'a' })).toHaveAttribute('href', 'https://a.example/$b$');
  await expect(reply.locator('[data-tex]')).toHaveCount(0);
});
