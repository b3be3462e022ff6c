import { corpus } from '@polylogue/web/hostile-texts';
import { watchContent } from './hostile/content-watch.ts';
import { expect } from './journey.ts';
import { test } from './people.ts';
import { settingEntries } from './provider.ts';
import { say } from './room.ts';

// Every journey also expects at its end that no foreign host was requested and no policy violated.

const kinds = Object.entries(corpus);
const half = Math.ceil(kinds.length / 2);
const halves = { first: kinds.slice(0, half), second: kinds.slice(half) };

for (const [which, some] of Object.entries(halves)) {
  test(`what a member posts in a space runs nothing and loads nothing, nor does what an AI answers there: the ${which} half [CHECK-70 CHECK-71] @rest`, async ({
    page,
    api,
    lovelace,
    hopper,
    imitation,
    watched,
  }) => {
    test.slow();
    // What mermaid lets through stops at the policy of a diagram's own frame.
    watched.expectViolations(/^(img-src|script-src-attr|style-src) /);
    watched.expectErrors(/Content Security Policy/);
    await page.addInitScript(
      (stored) => {
        // The frames of diagrams have no storage.
        if (self !== top) return;
        for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
      },
      settingEntries('openai', imitation.url),
    );
    const contentWatch = await watchContent(page);
    const log = page.getByRole('log', { name: 'Messages' });

    // A space for each kind, so that all of it fits into what is sent with the question.
    for (const [kind, payloads] of some) {
      // Longer ones only cost time, and more than fits into a question.
      const texts = payloads.filter(({ length }) => length < 1_000).join('\n\n');
      const space_id = crypto.randomUUID();
      const params = { space_id };
      await api.as(lovelace, 'POST /api/v1/spaces', { body: { space_id, name: kind, visibility: 'public' } });
      await api.as(hopper, 'POST /api/v1/spaces/:space_id/join', { params, body: {} });
      await api.as(hopper, 'POST /api/v1/spaces/:space_id/messages', {
        params,
        body: { message_id: crypto.randomUUID(), body: `${texts}\n\nThe end of the post.` },
      });
      await page.goto(`/spaces/${space_id}`);
      await expect(log.getByText('The end of the post.')).toBeVisible();
      await page.getByRole('button', { name: 'Ask AI' }).click();
      await say(page, `/say\n${texts}\n\nThe end of the answer.`);
      await expect(log.locator('[data-role=assistant]')).toContainText('The end of the answer.');
      expect(await contentWatch.complaints()).toEqual([]);
    }
  });
}
