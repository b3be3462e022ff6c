import type { Locator, Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { diagrams, hostile } from './diagrams.ts';
import { expect, isLongRun, test } from './journey.ts';

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const simple = 'flowchart LR\n  A[Question] --> B[Answer]';

/** Waits until a diagram is drawn, and returns its frame. */
async function show(reply: Locator) {
  await expect(reply.locator('[data-diagram=drawn]')).toBeVisible();
  return reply.frameLocator('iframe[title=Diagram]');
}

/** The frame in which the diagram of a reply is drawn; the question may have its own. */
async function frameOf(reply: Locator) {
  const element = await reply.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('No diagram is framed.');
  return frame;
}

test.describe('a diagram', () => {
  test('is drawn once it is complete, in its own frame, is of a size one can read, follows light and dark, is saved as a file and enlarged [CODE-01 CODE-04 CODE-06 CODE-07 CODE-16] @phone-rest', async ({
    page,
    chat,
    imitation,
  }) => {
    // It is one page, but much of it.
    test.slow();
    const steps = Array.from({ length: 13 }, (_, at) => `  N${at} --> N${at + 1}[Step ${at + 1}]`).join('\n');
    const wide = `flowchart LR\n  A[Question] --> B[Answer] --> N0\n${steps}\n  A --> P & Q & R & S & T & U\n  click A "https://tracker.example/x" _top`;
    await chat.open();
    imitation.hold();
    await chat.say(`/say Look:\n\n${fenced('mermaid', wide)}`);
    imitation.release(6);
    const reply = chat.replies.last();
    await expect(reply.locator('pre')).toContainText('flow');
    await expect(reply.locator('iframe')).toHaveCount(0);
    imitation.release();
    const frame = await show(reply);
    await expect(frame.getByText('Question')).toBeVisible();
    await expect(reply.locator('pre')).toHaveCount(0);
    const size = await reply.locator('iframe').boundingBox();
    expect(size?.height).toBeGreaterThan(40);
    if (isLongRun) await expectClean(page);

    await reply.getByRole('button', { name: 'Show code' }).click();
    await expect(reply.locator('pre')).toBeVisible();
    await expect(reply.locator('iframe')).toBeHidden();
    await reply.getByRole('button', { name: 'Show diagram' }).click();
    await expect(frame.getByText('Answer')).toBeVisible();

    const widthOf = (where: typeof frame) =>
      where
        .locator('svg')
        .first()
        .evaluate((drawing) => drawing.getBoundingClientRect().width);
    const small = await widthOf(frame);
    // It is wider than its place, scrolls there, and its letters are ours and of a size one can read.
    await expect(reply.locator('[class*=_drawn_]')).toHaveAttribute('data-cut', 'right');
    const letters = await frame
      .getByText('Question')
      .first()
      .evaluate((text) => {
        const { fontSize, fontFamily } = getComputedStyle(text);
        const drawing = text.closest('svg');
        const scale = (drawing?.getBoundingClientRect().width ?? 0) / (drawing?.viewBox.baseVal.width ?? 1);
        return { size: Number.parseFloat(fontSize) * scale, fontFamily };
      });
    expect(letters.size).toBeGreaterThanOrEqual(12.9);
    expect(letters.fontFamily).toMatch(/^"?Atkinson/);
    expect(
      await frame
        .locator('svg')
        .first()
        .evaluate(() => document.fonts.check('16px "Atkinson Hyperlegible Next"')),
    ).toBe(true);
    expect(await frame.locator('#stage').evaluate((stage) => stage.scrollWidth > stage.clientWidth)).toBe(
      false,
    );
    await reply.getByRole('button', { name: 'Enlarge diagram' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Diagram' });
    await expect(dialog.locator('[data-diagram=drawn]')).toBeVisible();
    expect(await widthOf(dialog.frameLocator('iframe[title=Diagram]'))).toBeGreaterThan(small * 1.2);
    if (isLongRun) await expectClean(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(reply.getByRole('button', { name: 'Enlarge diagram' })).toBeFocused();

    const inkOf = () =>
      frame
        .getByText('Question')
        .first()
        .evaluate((text) => getComputedStyle(text).fill + getComputedStyle(text).color);
    const ink = await inkOf();
    const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
    await expect.poll(inkOf).not.toBe(ink);
    await expect(reply.locator('[data-diagram=drawn]')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await reply.getByRole('button', { name: 'Download diagram' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('diagram.svg');
    const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
    expect(text).toMatch(/^<svg .*Question/s);
    // Its text may say anything; only its elements and attributes matter.
    expect(text.replaceAll(/>[^<]*</g, '><')).not.toMatch(
      /<script|<a[ >]|\son\w+=|javascript:|(?:href|src)="https?:|url\(["']?https?:/i,
    );

    // Not of many lines, which a browser takes half a minute to fill in.
    const endless = `flowchart TD\n  A[${'so long '.repeat(2_600)}]`;
    const failing = await chat.ask(
      `/say ${fenced('mermaid', 'flowchart TD\n  A --> --> <img src=x>(((')}\n\n${fenced('mermaid', endless)}`,
    );
    // The block may be drawn anew in that moment.
    await expect(() => failing.locator('[data-code]').first().scrollIntoViewIfNeeded()).toPass();
    await expect(failing.getByText('This diagram cannot be drawn.')).toBeVisible();
    await expect(failing.getByText(/Parse error on line 2/)).toBeVisible();
    await expect(failing.locator('pre').first()).toContainText('A --> -->');
    await failing.locator('[data-code]').last().scrollIntoViewIfNeeded();
    await expect(failing.getByText(/too long to be drawn.*the limit is 20,000/)).toBeVisible();
    await expect(failing.locator('iframe')).toHaveCount(0);
    if (isLongRun) await expectClean(page);
    await failing.getByRole('button', { name: 'Show code' }).first().click();
    await expect(failing.getByText('This diagram cannot be drawn.')).toHaveCount(0);
  });

  test('of every kind is drawn within the policy, and runs where none of our data can be reached [CODE-02 CODE-08]', async ({
    page,
    chat,
    watched,
  }) => {
    await chat.open();
    await test.step('every kind is drawn within the policy', async () => {
      // One frame like that of a reply draws them all, one after the other.
      const drawn = await page.evaluate(async (texts) => {
        const frame = Object.assign(document.createElement('iframe'), { src: '/diagram.html' });
        frame.setAttribute('sandbox', 'allow-scripts');
        Object.assign(frame.style, {
          position: 'fixed',
          inset: '0',
          inlineSize: '600px',
          blockSize: '400px',
        });
        const said: { kind: string; words?: string; svg?: string }[] = [];
        let heard = () => {};
        addEventListener('message', ({ source, data }) => {
          if (source !== frame.contentWindow) return;
          if (data.kind !== 'working') said.push(data);
          heard();
        });
        document.body.append(frame);
        const results: Record<string, string> = {};
        const next = async () => {
          while (said.length === 0) await new Promise<void>((resolve) => (heard = resolve));
          return said.shift();
        };
        await next();
        for (const [kind, text] of Object.entries(texts)) {
          const wanted = { kind: 'draw', text, scheme: 'light', isLarge: false, font: null };
          frame.contentWindow?.postMessage(wanted, '*');
          const answer = await next();
          results[kind] = answer?.words ?? (answer?.svg?.includes('<svg') ? 'drawn' : 'nothing');
        }
        return results;
      }, diagrams);
      expect(drawn).toEqual(Object.fromEntries(Object.keys(diagrams).map((kind) => [kind, 'drawn'])));
    });
    // What comes now violates it on purpose.
    expect(await watched.complaints()).toEqual([]);
    await test.step('none of our data can be reached', async () => {
      watched.expectViolations(/^connect-src /, /^img-src /, /^script-src-elem /, /^frame-src /);
      watched.expectErrors(/Content Security Policy/, /sandbox/i, /Failed to load resource/);
      const reply = await chat.ask(`/say ${fenced('mermaid', simple)}`);
      await show(reply);
      await expect(reply.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts');
      // Code running in there could do no more than this.
      const reached = await (await frameOf(reply)).evaluate(async () => {
        const tries: Record<string, () => unknown> = {
          origin: () => self.origin,
          storage: () => localStorage.length,
          'session storage': () => sessionStorage.length,
          cookies: () => document.cookie,
          databases: () => indexedDB.open('x'),
          'the page': () => parent.document.title,
          'the address of the page': () => parent.location.href,
          'our server': () => fetch('/healthz'),
          'a window': () => open('https://evil.example/'),
        };
        const found: Record<string, string> = {};
        for (const [name, attempt] of Object.entries(tries)) {
          try {
            found[name] = String(await attempt());
          } catch (error) {
            found[name] = error instanceof Error ? error.name : 'refused';
          }
        }
        return found;
      });
      expect(reached).toEqual({
        origin: 'null',
        storage: 'SecurityError',
        'session storage': 'SecurityError',
        cookies: 'SecurityError',
        databases: expect.stringMatching(/SecurityError|IDBOpenDBRequest/),
        'the page': 'SecurityError',
        'the address of the page': 'SecurityError',
        'our server': 'TypeError',
        'a window': 'null',
      });
    });
  });

  test('whose frame falls silent is stopped after five seconds, and can be tried again [CODE-05] @rest', async ({
    page,
    chat,
  }) => {
    const silent =
      "<!doctype html><script>onmessage=()=>{for(;;);};parent.postMessage({kind:'ready'},'*')</script>";
    await page.route('**/diagram.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': 'sandbox allow-scripts' },
        body: silent,
      }),
    );
    await chat.open();
    const reply = await chat.ask(`/say ${fenced('mermaid', simple)}`);
    await expect(reply.getByRole('button', { name: 'Stop' })).toBeVisible();
    // Meanwhile the page goes on: the frame is another process.
    await chat.box.fill('still here');
    await expect(chat.box).toHaveValue('still here');
    await expect(reply.getByText('This diagram took too long to draw, so it was stopped.')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.unroute('**/diagram.html');
    await reply.getByRole('button', { name: 'Try again' }).click();
    await expect(reply.frameLocator('iframe').getByText('Question')).toBeVisible();
  });

  test('accepts only its own frame’s message that it is drawn [CODE-03] @rest', async ({ page, chat }) => {
    await chat.open();
    const reply = await chat.ask(`/say ${fenced('mermaid', simple)}`);
    await show(reply);
    const height = await reply.locator('iframe').evaluate((frame) => frame.clientHeight);
    await page.evaluate(() => postMessage({ kind: 'sized', height: 3_000 }, '*'));
    await (await frameOf(reply)).evaluate(() => parent.postMessage({ kind: 'sized', height: 'much' }, '*'));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await reply.locator('iframe').evaluate((frame) => frame.clientHeight)).toBe(height);
  });

  test('waits until all of it is there [CODE-01] @rest', async ({ chat }) => {
    await chat.open();
    await chat.say(`/pause /say ${fenced('mermaid', `${simple}\n${'  B --> C\n'.repeat(30)}`)}`);
    await expect(chat.replies.last().getByRole('button', { name: 'Show diagram' })).toBeDisabled();
    await expect(chat.replies.last().locator('iframe')).toHaveCount(0);
    await chat.stop.click();
    await expect(chat.replies.last().locator('[data-diagram]')).toBeVisible();
  });

  test('of a reply that was cut off is drawn anew once the rest has come [CODE-01] @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    const remark = `%% ${'and so on '.repeat(40)}`;
    const reply = await chat.ask(
      `/length /say ${fenced('mermaid', `flowchart LR\n  A[Question]\n${remark}\n  A --> B[Answer]`)}`,
    );
    const frame = await show(reply);
    await expect(frame.getByText('Question')).toBeVisible();
    await reply.getByRole('button', { name: 'Continue' }).click();
    await expect(chat.send).toBeVisible();
    await expect(frame.getByText('Answer')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await reply.getByRole('button', { name: 'Download diagram' }).click();
    const saved = await (await downloading).createReadStream();
    expect(Buffer.concat(await saved.toArray()).toString()).toContain('Answer');
  });

  test('among dozens waits for its turn, so that a page of them stops no phone [CODE-01] @phone @rest', async ({
    page,
    chat,
  }) => {
    test.slow();
    await chat.open();
    const many = Array.from({ length: 30 }, (_, at) => fenced('mermaid', `pie\n "${at}" : 1`));
    const reply = await chat.ask(`/say ${many.join('\n\n')}`);
    const drawn = reply.locator('[data-diagram=drawn]');
    await page.evaluate(() => {
      const counts = { most: 0 };
      Object.assign(globalThis, { counts });
      new MutationObserver(() => {
        const busy = document.querySelectorAll('[data-diagram=loading], [data-diagram=drawing]').length;
        counts.most = Math.max(counts.most, busy);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await reply.locator('pre, iframe').last().scrollIntoViewIfNeeded();
    await expect(drawn.last()).toBeInViewport({ timeout: 90_000 });
    const { most } = await page.evaluate(
      () => (globalThis as unknown as { counts: { most: number } }).counts,
    );
    expect(most).toBeLessThanOrEqual(4);
  });

  test('that is hostile runs nothing, requests nothing and reads nothing [CODE-02] @phone @rest', async ({
    context,
    page,
    chat,
    watched,
  }) => {
    // What mermaid lets through stops at the policy of the frame; these are the blocked requests.
    watched.expectViolations(/^(img-src|script-src-attr|style-src|font-src|default-src|connect-src) /);
    watched.expectErrors(/Content Security Policy/, /source image|ERR_|tracker\.example/);
    // A request that the policy stops is reported, too, but it never reaches a server.
    watched.expectHost('tracker.example');
    const asked: string[] = [];
    await context.route(/tracker\.example/, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await page.addInitScript(() => {
      // In every frame: a successful attack is recorded here.
      Object.assign(globalThis, { hacked: [] });
    });
    await chat.open();
    const before = watched.requests.length;
    for (const text of hostile) {
      const reply = await chat.ask(`/say ${fenced('mermaid', text)}`);
      await expect(reply.locator('[data-diagram=drawn], [data-diagram=failed]'), text).toBeVisible();
      if (await reply.locator('[data-diagram=drawn]').isVisible()) {
        const frame = await frameOf(reply);
        const left = await frame.evaluate(() =>
          [...document.querySelectorAll('#stage *')].flatMap((element) => [
            ...(/^(script|iframe|object|embed|link|a|form|base|meta)$/i.test(element.localName)
              ? [element.localName]
              : []),
            ...[...element.attributes].flatMap(({ name, value }) =>
              /^on/i.test(name) || /javascript:|tracker\.example/i.test(value) ? [`${name}=${value}`] : [],
            ),
          ]),
        );
        expect(left, text).toEqual([]);
        for (const target of await frame.locator('#stage .node').all()) await target.dispatchEvent('click');
        expect(await frame.evaluate(() => (globalThis as unknown as { hacked: unknown[] }).hacked)).toEqual(
          [],
        );
        const downloading = page.waitForEvent('download');
        await reply.getByRole('button', { name: 'Download diagram' }).click();
        const saved = await (await downloading).createReadStream();
        const file = Buffer.concat(await saved.toArray()).toString();
        // Its text may say anything; only its elements and attributes matter.
        const made = file.replaceAll(/>[^<]*</g, '><');
        expect(made, text).not.toMatch(
          /<script|\son\w+=|javascript:|(?:href|src)="https?:|url\(["']?https?:/i,
        );
      }
      expect(new URL(page.url()).pathname).toMatch(/^\/chat\//);
      await expect(reply.locator('iframe')).toHaveCount(
        (await reply.locator('[data-diagram=drawn]').count()) > 0 ? 1 : 0,
      );
      await chat.startNew();
    }
    expect(await page.evaluate(() => (globalThis as unknown as { hacked: unknown[] }).hacked)).toEqual([]);
    expect(asked).toEqual([]);
    const foreign = watched.requests.slice(before).filter((one) => one.url().includes('tracker.example'));
    for (const request of foreign) expect(request.failure()?.errorText).toBe('csp');
  });
});

test('code that was cut off in mid-line is shown in full once the rest has come [CODE-14] @rest', async ({
  chat,
}) => {
  const code = `const total = price * ${'1 * '.repeat(12)}quantity;`;
  await chat.open();
  const reply = await chat.ask(`/length /say ${fenced('js', code)}`);
  // Its beginning has colours.
  await expect(reply.locator('pre span span').first()).toBeVisible();
  await reply.getByRole('button', { name: 'Continue' }).click();
  await expect(reply.locator('pre')).toHaveText(code);
});

test.describe('code', () => {
  const long = `import os\n${'x = "a line that is far too long for any screen there is" '.repeat(6)}\nprint(os)`;

  test('says its language and lines, keeps its header in sight and wraps on request; a table and code may stand out of the bubble, the words may not [CODE-09 CODE-10 CODE-11 CODE-17 CONST-02 CONST-14 LIST-35] @phone-rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    const height = () => chat.box.evaluate((box) => box.getBoundingClientRect().height);
    await expect.poll(height).toBe(40);
    await chat.box.fill('line\n'.repeat(40));
    await expect.poll(height).toBe(160);
    await chat.box.fill('');
    await expect.poll(height).toBe(40);

    const words = 'word '.repeat(60);
    const row =
      '| a long cell with many words | another long cell with many words | and one more of them, too |';
    const lineOf = (at: number) =>
      at === 80 ? `const line80 = '${'x'.repeat(300)} beyond the edge';` : `const line${at} = ${at};`;
    const lines = Array.from({ length: 120 }, (_, at) => lineOf(at)).join('\n');
    const reply = await chat.ask(
      `/say ${words}\n\n${fenced('js', lines)}\n\n${row}\n|---|---|---|\n${row}\n\n${fenced('zig', 'const a = 1;')}\n\n${fenced('py', long)}`,
    );
    const { x: start = 0, width: whole = 0 } = (await reply.boundingBox()) ?? {};
    const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, width: 0 };
    // The paper is painted beside the bubble: the words stand on it, with room around them.
    const paper = await reply
      .locator('[class*=_bubble_]')
      .evaluate((bubble) => Number.parseFloat(getComputedStyle(bubble, '::before').inlineSize));
    expect(Math.abs(paper / whole - 0.85)).toBeLessThan(0.01);
    const said = await boxOf(reply.locator('[data-text] p').first());
    expect(said.x + said.width - start).toBeLessThanOrEqual(whole * 0.85 + 0.5);
    expect(said.width).toBeGreaterThan(whole * 0.75);
    const asked = await boxOf(chat.questions.locator('[class*=_bubble_]'));
    expect(Math.abs(asked.width / whole - 0.85)).toBeLessThan(0.01);
    // What is far up is laid out a moment later.
    const wide = async () => (await boxOf(reply.locator('[class*=_tableFrame_]'))).width;
    await expect.poll(wide).toBeGreaterThan(whole * 0.86);
    const block = reply.locator('[data-code]').last();
    const edge = async () => {
      const { x, width } = await boxOf(block);
      return x + width;
    };
    await expect.poll(edge).toBeCloseTo(start + whole, 0);

    await expect(block.getByText('Python')).toBeVisible();
    await expect(block.getByText('3 lines')).toBeVisible();
    await expect(reply.getByText('1 line', { exact: true })).toBeVisible();
    const overflows = () => block.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth);
    await expect.poll(overflows).toBe(true);

    await page.keyboard.press('Control+f');
    await page.getByLabel('Find in conversation').fill('beyond the edge');
    // In the reply, and in the question.
    for (const find of ['2 of 2', '1 of 2']) {
      await expect(page.getByRole('search').getByRole('status')).toHaveText(find);
      await expect.poll(() => page.evaluate(currentFind)).toBe('all of it');
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Escape');

    const wrap = block.getByRole('button', { name: 'Wrap lines' });
    await expect(wrap).toHaveAttribute('aria-pressed', 'false');
    // By keyboard, as everything here can be.
    await wrap.focus();
    await page.keyboard.press('Enter');
    const wraps = reply.getByRole('button', { name: 'Wrap lines' });
    for (const each of [wrap, wraps.first()]) await expect(each).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(overflows).toBe(false);
    if (isLongRun) await expectClean(page);

    const downloading = page.waitForEvent('download');
    await block.getByRole('button', { name: 'Download code' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('code.py');
    const parts = await (await file.createReadStream()).toArray();
    expect(Buffer.concat(parts).toString().trimEnd()).toBe(long);

    const first = reply.locator('[data-code]').first();
    // The line may be drawn anew at this moment, in its colours.
    const scrolls = () =>
      first.getByText('const line60 =').evaluate((line) => {
        line.scrollIntoView({ block: 'center' });
        return line.isConnected;
      });
    await expect.poll(scrolls).toBe(true);
    await expect(first.getByRole('button', { name: 'Copy code' })).toBeInViewport();
    await expect(first.getByText('const line0 =')).not.toBeInViewport();

    // Remembered by this browser.
    await page.reload();
    await expect(wraps.last()).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(overflows).toBe(false);
  });

  test.describe('copied with the words around it', () => {
    test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

    test('carries no header of ours, beside a formula either @rest', async ({ page, chat }) => {
      await chat.open();
      for (const words of ['So', 'So $x$']) {
        const reply = await chat.ask(`/say ${words}\n\n${fenced('py', 'import os')}\n\nEnd`);
        if (words.includes('$')) await expect(reply.locator('.katex')).toBeVisible();
        await reply.locator('[data-text]').evaluate((text) => getSelection()?.selectAllChildren(text));
        await page.keyboard.press('ControlOrMeta+c');
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied.split(/\s*\n\s*/)).toEqual([words, 'import os', 'End']);
      }
    });
  });
});

test.describe('a table', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const copied = (page: Page) =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const form = async (type: string) => (await item?.getType(type))?.text();
      return { text: await form('text/plain'), html: await form('text/html') };
    });
  const rows = Array.from({ length: 200 }, (_, at) => `| name ${at} | ${at} |`).join('\n');

  test('is copied whole as a table, however long it is [CODE-12] @phone-rest @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    const reply = await chat.ask(`/say | Name | Count |\n| --- | ---: |\n${rows}`);
    await reply.getByRole('button', { name: 'Copy table' }).focus();
    await page.keyboard.press('Enter');
    await expect(reply.getByRole('button', { name: 'Table copied' })).toBeVisible();
    const { text, html } = await copied(page);
    expect(text?.split(/\r?\n/)).toHaveLength(201);
    expect(text).toContain('name 0\t0');
    expect(text).toContain('name 199\t199');
    expect(html?.match(/<tr/g)).toHaveLength(201);
    await expectClean(page);
  });

  test('wider than the screen is scrolled by keyboard, one that fits is no stop on the way @phone-rest @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    const row = (cell: string) => `|${` ${cell} |`.repeat(12)}\n`;
    const reply = await chat.ask(
      `/say | a | b |\n|---|---|\n| 1 | 2 |\n\n${row('a [long](https://a.example/) heading')}${row('---')}${row('cell')}`,
    );
    const wide = reply.getByRole('group', { name: 'Table, wider than the screen' });
    await expect(wide).toHaveCount(1);
    await wide.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => wide.evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(0);
    await expectClean(page);
  });

  test('is copied by rows when some are selected, and pasted as a table; one cell is its text [CODE-12] @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    const small = await chat.ask('/say | Name | Count |\n| --- | ---: |\n| one | 1 |\n| two | 2 |');
    // As after a triple click, which selects up to the beginning of the next cell.
    for (const name of ['Count', '1']) {
      await small.evaluate((element, name) => {
        const cells = [...element.querySelectorAll('th, td')];
        const at = cells.findIndex(({ textContent }) => textContent === name);
        const [cell, next] = cells.slice(at);
        if (cell?.firstChild && next) getSelection()?.setBaseAndExtent(cell.firstChild, 0, next, 0);
      }, name);
      await page.keyboard.press('ControlOrMeta+c');
      expect((await copied(page)).text?.trim()).toBe(name);
    }
    const reply = await chat.ask(`/say | Name | Count |\n| --- | ---: |\n${rows}`);
    await reply.getByRole('cell', { name: 'name 198' }).scrollIntoViewIfNeeded();
    await reply.evaluate((element) => {
      const cells = [...element.querySelectorAll('td')];
      const [from, to] = ['name 197', '199'].map((text) => cells.find((cell) => cell.textContent === text));
      if (from?.firstChild && to?.firstChild)
        getSelection()?.setBaseAndExtent(from.firstChild, 2, to.firstChild, 3);
    });
    await page.keyboard.press('ControlOrMeta+c');
    expect((await copied(page)).text?.replaceAll('\r', '')).toBe(
      'name 197\t197\nname 198\t198\nname 199\t199',
    );
    await page.evaluate(() => {
      const place = document.createElement('div');
      place.contentEditable = 'true';
      place.id = 'place';
      document.body.append(place);
      place.focus();
    });
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.locator('#place td')).toHaveText([
      'name 197',
      '197',
      'name 198',
      '198',
      'name 199',
      '199',
    ]);
  });

  test('is also copied over plain http [CODE-12] @rest', async ({ page, chat }) => {
    await page.addInitScript(() => {
      const { clipboard } = navigator;
      Object.assign(globalThis, { clipboardOfTests: clipboard });
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    });
    await chat.open();
    const reply = await chat.ask('/say | a | b |\n| --- | --- |\n| 1 | =1+1 |');
    await reply.getByRole('button', { name: 'Copy table' }).click();
    await expect(reply.getByRole('button', { name: 'Table copied' })).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: (globalThis as unknown as { clipboardOfTests: Clipboard }).clipboardOfTests,
      });
    });
    const { text, html } = await copied(page);
    expect(text?.replaceAll('\r', '')).toBe("a\tb\n1\t'=1+1");
    expect(html).toContain('<table>');
  });
});

for (const [what, file] of [
  ['grammar', /\/assets\/rust-[^/]*\.js$/],
  ['worker', /\/assets\/worker-[^/]*\.js$/],
] as const) {
  test(`code that ended before its ${what} had loaded is coloured once it has [CODE-14] @rest`, async ({
    page,
    chat,
    watched,
  }) => {
    // Retried after 5 s.
    watched.expectErrors(/Failed to (load|fetch)|could not be loaded/);
    let tries = 0;
    await page.context().route(file, (route) => (tries++ === 0 ? route.abort() : route.continue()));
    await chat.open();
    await chat.ask(`/say ${fenced('rust', 'let a = 1; // one')}`);
    await expect.poll(() => tries).toBe(1);
    const comment = chat.replies.locator('pre [class*=_comment_]');
    await expect(comment).toHaveCount(0);
    await expect(comment).toHaveText('// one');
  });
}

test('code whose grammar loads late is shown in full, each line in its own colours [CODE-14] @rest', async ({
  page,
  chat,
  imitation,
  watched,
}) => {
  watched.expectErrors(/rust-|Failed to fetch/);
  let isAway = true;
  let tries = 0;
  await page.context().route(/\/assets\/rust-[^/]*\.js$/, (route) => {
    tries++;
    return isAway ? route.abort() : route.continue();
  });
  await chat.open();
  const code = Array.from({ length: 40 }, (_, at) => `let a = "${'x'.repeat(60 - at)}"; // ${at}`).join('\n');
  imitation.hold();
  await chat.say(`/say ${fenced('rust', code)}`);
  imitation.release(100);
  await expect.poll(() => tries).toBeGreaterThan(0);
  isAway = false;
  imitation.release(100);
  const block = chat.replies.locator('pre');
  await expect(block.locator('[class*=_keyword_]').first()).toBeVisible();
  // biome-ignore lint/performance/useDomNodeTextContent: what a person sees is what counts here
  const seen = async () => (await block.innerText()).trimEnd();
  expect(code.startsWith(await seen())).toBe(true);
  imitation.release();
  await expect(chat.send).toBeVisible();
  await expect(block.locator('[class*=_comment_]')).toHaveCount(40);
  expect(await seen()).toBe(code);
});

/** How much of the current find can be seen within the code that it is in. */
function currentFind(): string {
  const [find] = CSS.highlights.get('found-here') ?? [];
  const code = find instanceof Range && find.startContainer.parentElement?.closest('pre');
  if (!code) return 'none in code';
  const { left, right } = find.getBoundingClientRect();
  const edges = code.getBoundingClientRect();
  return left >= edges.left && right <= edges.right ? 'all of it' : 'not all of it';
}
