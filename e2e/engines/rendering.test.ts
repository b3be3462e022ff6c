import { colouredSamples } from '@polylogue/web/coloured-samples';
import { expect, test } from './journey.ts';
import type { Tab } from './tab.ts';

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

/** A block of code with its colours in it: `‹keyword const› a = ‹constant 1›;`. Scrolls to what is not in the page. */
const coloured = (tab: Tab, code: string) =>
  tab.run((code) => {
    const blocks = document.querySelectorAll('[data-role=assistant] [data-code] code');
    const block = [...blocks].find((one) => one.textContent?.trim() === code);
    const list = document.querySelector('[role=log]');
    if (!block) list?.scrollBy({ top: list.clientHeight / 2, behavior: 'instant' });
    if (!block) return null;
    block.scrollIntoView({ block: 'center', behavior: 'instant' });
    const pieces: [string, string][] = [];
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const [, colour = 'plain'] = text.parentElement?.className.match(/^_(?!lines)([a-z]+)_/) ?? [];
      pieces.push([colour, text.nodeValue ?? '']);
    }
    return pieces.map(([colour, words]) => (colour === 'plain' ? words : `‹${colour} ${words}›`)).join('');
  }, code);

test('a line of code has its colours, a comment at its end its own', async ({ chat }) => {
  const code = 'const a: number = 1; // one';
  await chat.ask(`/say ${fenced('ts', code)}`);
  await expect
    .poll(() => coloured(chat.tab, code))
    .toBe('‹keyword const› a: ‹type number› = ‹constant 1›; ‹comment // one›');
});

test('code of every language has the colours that it has in Chromium', async ({ chat }) => {
  test.slow();
  // A diagram is drawn, and shows no code.
  const samples = (await colouredSamples()).filter(({ language }) => language !== 'mermaid');
  await chat.ask(`/say ${samples.map(({ language, code }) => fenced(language, code)).join('\n\n')}`);
  await chat.list.press('Home');
  for (const { language, code, coloured: expected } of samples)
    await expect.poll(() => coloured(chat.tab, code), { message: language, timeout: 60_000 }).toBe(expected);
});

test('formulas are drawn, tables and lists are set, and right-to-left text stands on the right', async ({
  chat,
}) => {
  const reply = await chat.ask(
    '/say Of $a^2 + b^2 = c^2$ and\n\n$$\\sum_{i=1}^n i = \\frac{n(n+1)}{2}$$\n\n' +
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\nمرحبا بالعالم\n\nA note.[^1]\n\n[^1]: Here.',
  );
  await reply.all('.katex').hasCount(2);
  await reply.all('td').hasCount(2);
  await reply.all('[role=img]', 'Done:').hasCount(1);
  await reply.all('[role=img]', 'To do:').hasCount(1);
  const sizes = await chat.tab.run(async () => {
    await document.fonts.ready;
    // The question has the same formulas, which may be drawn later.
    const drawn = document.querySelectorAll('[data-role=assistant] .katex');
    const rows = [...drawn].map((one) => one.getBoundingClientRect());
    const arabic = [...document.querySelectorAll('p')].find((one) => one.textContent?.startsWith('مر'));
    return {
      heights: rows.map(({ height }) => height),
      fonts: [...document.fonts].filter(({ family, status }) => /KaTeX/.test(family) && status === 'loaded')
        .length,
      direction: arabic && getComputedStyle(arabic).direction,
    };
  });
  expect(sizes.direction).toBe('rtl');
  expect(sizes.fonts).toBeGreaterThan(1);
  expect(sizes.heights[1]).toBeGreaterThan(40);
});

test('a diagram is drawn in its frame, and fits it', async ({ chat }) => {
  const reply = await chat.ask(`/say ${fenced('mermaid', 'flowchart LR\n  A[Question] --> B[Answer]')}`);
  await reply.all('[data-diagram=drawn]').hasCount(1);
  const height = await chat.tab.run(() => document.querySelector('iframe')?.clientHeight ?? 0);
  expect(height).toBeGreaterThan(40);
  expect(height).toBeLessThan(400);
});

test('code is copied, and pasted as it was', async ({ chat }) => {
  const reply = await chat.ask(`/say ${fenced('py', 'if a:\n    b()')}`);
  await reply.button('Copy code').click();
  await chat.box.click();
  await chat.tab.press('v', 'Control');
  await expect.poll(chat.box.value).toBe('if a:\n    b()');
});

test('on a narrow screen nothing is cut off, and the text box is in reach', async ({ chat }) => {
  await chat.tab.resize(390, 844);
  const long = 'word '.repeat(40);
  await chat.ask(
    `/say ${fenced('ts', `const a = '${long}';`)}\n\n| a | b |\n|---|---|\n| ${long} | ${long} |`,
  );
  const { width, overflow, isCodeScrolled } = await chat.tab.run(() => {
    const code = document.querySelector('[data-code] pre');
    return {
      width: innerWidth,
      overflow: document.documentElement.scrollWidth - innerWidth,
      isCodeScrolled: code !== null && code.scrollWidth > code.clientWidth,
    };
  });
  expect({ width, overflow, isCodeScrolled }).toEqual({ width: 390, overflow: 0, isCodeScrolled: true });
  await chat.box.click();
  expect(await chat.box.isFocused()).toBe(true);
});
