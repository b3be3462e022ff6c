import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

const rich = `## What it is: \`inline()\`

It is **strong**, *soft*, ~~gone~~ and a [link](https://a.test/deep "So") to [nowhere](javascript:alert(1)).
A second line, with $a^2$ and a note that is missing.[^1]

- One
- Two with \`code\`
  1. Inner
  2. And *more*

- [x] Done
- [ ] To do, \\*not\\* done

1. First

   In two paragraphs.
2. Second

> A quote
> - with a list

\`\`\`js
const answer = 42;

console.log(answer, 'and a line that is far too long for the column of any phone that there is, and goes on');
\`\`\`

| Name | Count | Remark |
| :--- | ----: | :----: |
| One | 1 | **first**<br>of all |
| שלום | 2 | <b>no tag</b> |

---

שלום עולם, מה שלומך?

$$
x = \\frac{1}{2}
$$

The end, and a note with \`code\`.
`;

/**
 * Holds React back, and the page begins with a conversation that ends with this reply. What changes a text later, for
 * it has colours or is a formula, never comes.
 */
async function open(page: Page, reply: string, more: object = {}, count = 100) {
  const isLetGo = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?:worker|typeset)[^/]*\.js$/, () => {});
  await page.route(/\/assets\/react[^/]*\.js$/, async (route) => {
    await isLetGo.promise;
    await route.continue();
  });
  await page.addInitScript(
    ({ reply, more, count }) => {
      const asked = { provider: 'openai', model: 'gpt-4', endpoint: 'https://a.test' };
      const last = count - 1;
      const polylogueOpens = Array.from({ length: count }, (_, at) => {
        const said = { at, asked, trouble: null };
        if (at % 2 === 0) return { ...said, role: 'user', content: `Question ${at}\nin *two* lines` };
        return {
          ...said,
          role: 'assistant',
          content: `Reply ${at}. `.repeat(20),
          ...(at === last && { content: reply, ...more }),
        };
      });
      Object.assign(globalThis, { polylogueOpens });
    },
    { reply, more, count },
  );
  await page.goto('/chat', { waitUntil: 'commit' });
  return isLetGo.resolve;
}

/** React's messages know their ids, and stand where they belong once a frame has passed. */
async function isReact(page: Page) {
  await expect(page.locator('[data-message]').last()).toBeAttached();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The texts in the page, as their elements, and where those in sight stand. Buttons and pictures are React's alone. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const left = 'button, svg, [style*=hidden]';
    const told = /^(?:class|dir|href|target|rel|title|start|aria-label|data-(?:level|done|wrapped|digits))$/;
    const list = document.querySelector('[role=log]');
    const edge = list?.getBoundingClientRect();
    const places: [string, ...number[]][] = [];
    function tell(node: Node): unknown[] {
      if (node instanceof Text) return [node.data];
      if (!(node instanceof Element) || node.matches(left)) return [];
      const { left: x, top, bottom, width, height } = node.getBoundingClientRect();
      if (edge && bottom > edge.top && top < edge.bottom)
        places.push([node.localName, x, top, width, height]);
      const about = [...node.attributes].filter(({ name }) => told.test(name));
      const inside: unknown[] = [];
      for (const one of [...node.childNodes].flatMap(tell)) {
        const last = inside.at(-1);
        // React writes a text in several.
        if (typeof one === 'string' && typeof last === 'string') inside.splice(-1, 1, last + one);
        else inside.push(one);
      }
      return [[node.localName, ...about.map(({ name, value }) => `${name}=${value}`).sort(), ...inside]];
    }
    const texts = [...(list?.querySelectorAll('h2, [class*=_model_], [data-text] > *') ?? [])].flatMap(tell);
    return { texts, places };
  });

test.describe('with a draft of three lines', () => {
  test.use({ entries: { 'polylogue.draft': 'One\nTwo\nThree' } });

  test('the last messages of a conversation are there before React, as it will show them [OPEN-01] @phone-rest', async ({
    page,
    chat,
  }) => {
    const letGo = await open(page, rich);
    await expect(chat.list.getByText('The end, and')).toBeInViewport();
    expect((await chat.scrolling()).toBottom).toBeLessThan(1);
    const before = await seen(page);
    const { height } = await chat.scrolling();
    letGo();
    await isReact(page);
    const after = await seen(page);
    // Those above the screen come one by one.
    expect(after.texts.slice(-before.texts.length)).toEqual(before.texts);
    expect(after.places.map(([name]) => name)).toEqual(before.places.map(([name]) => name));
    const differences = after.places.flatMap((place, at) =>
      place.slice(1).map((pixels, side) => Math.abs(Number(pixels) - Number(before.places[at]?.[side + 1]))),
    );
    expect(Math.max(...differences)).toBeLessThan(1);
    expect((await chat.scrolling()).height).toBe(height);
  });
});

test('who scrolls up before React is there goes on reading where they are [OPEN-02] @phone @rest', async ({
  page,
  chat,
}) => {
  const letGo = await open(page, `${'A long line. '.repeat(400)}\n\nThe end.`);
  await expect(chat.list.getByText('The end.')).toBeInViewport();
  await chat.list.evaluate((list) => list.scrollBy(0, -300));
  const { toBottom } = await chat.scrolling();
  letGo();
  await isReact(page);
  expect(Math.abs((await chat.scrolling()).toBottom - toBottom)).toBeLessThan(2);
});

test('React that is there before the messages were ever on the screen begins at their end [OPEN-02] @phone @rest', async ({
  page,
  chat,
}) => {
  // As if no frame came between: what is measured is told to React's list alone.
  await page.addInitScript(() => {
    const { observe } = ResizeObserver.prototype;
    ResizeObserver.prototype.observe = function (...given) {
      if (document.querySelector('[data-message]')) observe.apply(this, given);
    };
  });
  const letGo = await open(page, 'The end.');
  await expect(chat.list.getByText('The end.')).toBeAttached();
  letGo();
  await isReact(page);
  await expect(chat.list.getByText('The end.')).toBeInViewport();
  expect((await chat.scrolling()).toBottom).toBeLessThan(1);
});

test('who begins to type before React is there never sees the messages go [OPEN-03] @phone-rest', async ({
  page,
  chat,
}) => {
  const letGo = await open(page, 'The end.');
  await expect(page.getByText('The end.')).toBeInViewport();
  await chat.box.focus();
  await page.keyboard.type('Half a thought');
  await page.evaluate(() => {
    const counts: number[] = [];
    const look = () => {
      const texts = [...document.querySelectorAll('[data-text]')].map((one) => one.textContent);
      counts.push(texts.filter((text) => text === 'The end.').length);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { counts });
  });
  letGo();
  await isReact(page);
  await expect(page.getByText('The end.')).toHaveCount(1);
  await expect(page.getByText('The end.')).toBeInViewport();

  expect(await page.evaluate(() => Math.min(...(globalThis as unknown as { counts: number[] }).counts))).toBe(
    1,
  );
  await expect(chat.box).toBeFocused();
  await expect(chat.box).toHaveValue('Half a thought');
});

test('of a conversation of thousands only the end is looked at before React is there, and nothing moves [OPEN-07] @phone-rest', async ({
  page,
  chat,
}) => {
  const letGo = await open(page, `${'A long line. '.repeat(400)}\n\nThe end.`, {}, 5_000);
  const end = chat.list.getByText('The end.');
  await expect(end).toBeInViewport();
  const before = await chat.scrolling();
  expect(before.toBottom).toBeLessThan(1);
  await chat.list.evaluate((list) => list.scrollBy(0, -300));
  const { toBottom } = await chat.scrolling();
  const place = await end.boundingBox();
  letGo();
  await isReact(page);
  const after = await chat.scrolling();
  expect(Math.abs(after.toBottom - toBottom)).toBeLessThan(2);
  expect(Math.abs(((await end.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2);
  expect(Math.abs(after.height / before.height - 1)).toBeLessThan(0.05);
});

test('who scrolls up and begins to type before React is there goes on reading where they are [OPEN-02] [OPEN-03] @rest', async ({
  page,
  chat,
}) => {
  const letGo = await open(page, `${'A long line. '.repeat(400)}\n\nThe end.`);
  await expect(chat.list.getByText('The end.')).toBeInViewport();
  await chat.list.evaluate((list) => list.scrollBy(0, -300));
  const { toBottom } = await chat.scrolling();
  await chat.box.focus();
  letGo();
  await isReact(page);
  await expect(page.getByText('The end.')).toHaveCount(1);
  expect(Math.abs((await chat.scrolling()).toBottom - toBottom)).toBeLessThan(2);
});

test('nothing runs and nothing foreign is asked for before React is there either [OPEN-04]', async ({
  page,
  chat,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') foreign.push(request.url());
  });
  await open(
    page,
    '<img src=https://a.test/x onerror=alert(1)> [l](javascript:alert(1))\n\n[r]: https://c.test/ "t"\n\n[r] <script>alert(1)</script> The end.',
  );
  await expect(chat.list.getByText('The end.')).toBeInViewport();
  expect(await chat.list.locator('img, script, iframe, [onerror], [style*=url]').count()).toBe(0);
  expect(
    await chat.replies
      .last()
      .locator('a')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])),
  ).toEqual([['https://c.test/', 'noopener noreferrer nofollow']]);
  expect(await chat.list.locator('button, [tabindex]').count()).toBe(0);
  expect(foreign).toEqual([]);
});

test('a screen with a message that is not as most are waits for React [OPEN-05]', async ({ page, chat }) => {
  const letGo = await open(page, 'The end.', { trouble: { type: 'stopped' } });
  await expect(chat.box).toBeVisible();
  expect(await chat.messages.count()).toBe(0);
  letGo();
  await expect(chat.replies.last()).toContainText('The end.');
});

test('React gives way until what was drawn before it has been on the screen [OPEN-06] @rest', async ({
  page,
  chat,
}) => {
  // No frame of the page's own comes until it is let.
  await page.addInitScript(() => {
    const { requestAnimationFrame } = globalThis;
    const waiting: FrameRequestCallback[] = [];
    globalThis.requestAnimationFrame = (run) => waiting.push(run);
    Object.assign(globalThis, {
      letFrames() {
        globalThis.requestAnimationFrame = requestAnimationFrame;
        for (const run of waiting) requestAnimationFrame(run);
      },
    });
  });
  const letGo = await open(page, 'The end.');
  letGo();
  await expect(chat.list.getByText('The end.')).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[data-message]')).toHaveCount(0);
  await page.evaluate(() => (globalThis as unknown as { letFrames(): void }).letFrames());
  await isReact(page);
});
