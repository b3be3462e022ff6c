import { bombs, corpus } from '@polylogue/web/hostile-texts';
import { type ContentWatch, watchContent } from './hostile/content-watch.ts';
import { test as base, expect } from './journey.ts';
import { longestTask } from './longest-task.ts';
import type { Watch } from './watch.ts';

const test = base.extend<{ contentWatch: ContentWatch }>({
  contentWatch: [
    async ({ page }, use) => {
      const contentWatch = await watchContent(page);
      await use(contentWatch);
      expect(await contentWatch.complaints()).toEqual([]);
    },
    { auto: true },
  ],
});

const kinds = Object.entries(corpus);
/** Samples that run code, load things or lead elsewhere; the others run in `npm run test:all`. */
const inEveryRun = ['scripts'];

// Every test of this suite also expects at its end that no foreign host was requested and no policy violated.

/** What mermaid lets through stops at the policy of a diagram's own frame; code-and-diagrams.test.ts looks inside it. */
function expectWhatFramesStop(kind: string, watched: Watch) {
  if (kind !== 'diagrams') return;
  watched.expectViolations(/^(img-src|script-src-attr|style-src) /);
  watched.expectErrors(/Content Security Policy/);
}

for (const [kind, payloads] of kinds) {
  test(`${kind} in a message or a reply run nothing and load nothing, message by message [HOST-01 CHECK-70 CHECK-71] @rest`, async ({
    chat,
    watched,
  }) => {
    expectWhatFramesStop(kind, watched);
    await chat.open();
    for (const [index, payload] of payloads.entries()) {
      // Few at a time, so that all of them are on the page.
      if (index % 5 === 0 && index > 0) await chat.startNew();
      const reply = await chat.ask(`/say\n${payload}`);
      await expect(reply).toBeVisible();
    }
  });

  test(`${kind} that come word by word are as harmless in between [HOST-02]${inEveryRun.includes(kind) ? '' : ' @rest'} [CHECK-70 CHECK-71]`, async ({
    chat,
    watched,
  }) => {
    expectWhatFramesStop(kind, watched);
    await chat.open();
    await chat.ask(`/rate 600 /say\n${payloads.join('\n\n')}`);
  });
}

test('reasoning is as harmless as the reply [HOST-03] @rest', async ({ page, chat }) => {
  await chat.open();
  for (const [index, [, payloads]] of kinds.entries()) {
    if (index > 0) await chat.startNew();
    await chat.ask(`/say <think>${payloads.join('\n\n')}</think>\nDone.`);
    await page
      .getByText('Reasoning')
      .or(page.getByText(/^Thought/))
      .last()
      .click();
  }
});

for (const [name, bomb] of Object.entries(bombs)) {
  test(`${name}: it never blocks the page [HOST-04 CHECK-64] @rest`, async ({ browser, page, chat }) => {
    // Three tries of the largest take a minute where two journeys share two cores.
    test.slow();
    await chat.open();
    let longest = Number.POSITIVE_INFINITY;
    // Garbage collection of earlier samples may fall into any of them.
    for (let attempt = 0; attempt < 3 && longest > 200; attempt++) {
      if (attempt > 0) await chat.startNew();
      // Not typed: Chromium takes minutes to type what it pastes in a moment.
      await chat.box.evaluate((box: HTMLTextAreaElement, text) => {
        box.value = text;
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, `/say\n${bomb}`);
      await chat.box.focus();
      // The time the browser takes for its own text box is not ours.
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
      longest = await longestTask(browser, page, async () => {
        await page.keyboard.press('Enter');
        // A cheap selector: finding elements by role would compute megabytes of names in the page.
        await page.waitForFunction(
          () =>
            document.querySelectorAll('[data-role=assistant]').length === 1 &&
            document.querySelector('[aria-label="Send message"]') !== null,
        );
      });
    }
    expect(longest).toBeLessThanOrEqual(200);
  });
}

test('a script of ours that would write HTML is stopped by the browser [CHECK-66] @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectViolations(/^require-trusted-types-for /);
  watched.expectErrors(/TrustedHTML|Trusted Type/);
  await chat.open();
  const outcome = await page.evaluate(() => {
    const box = document.createElement('div');
    try {
      box.innerHTML = '<img src=x onerror=hacked=1>';
    } catch (error) {
      return (error as Error).name;
    }
    return box.innerHTML;
  });
  expect(outcome).toBe('TypeError');
});
