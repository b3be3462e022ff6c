import type { Request } from '@playwright/test';
import { injections } from '@polylogue/web/injections';
import { expect } from './journey.ts';
import { createMember, test, uniqueName } from './people.ts';
import { canary as key, settingEntries } from './provider.ts';

test('whatever people write, no post that is off the record, deleted, from a blocked person, an earlier topic or another space leaves any browser, nor does the key [TORCH-04] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  imitation,
  baseURL,
}) => {
  test.slow();
  const noether = await createMember(api, { first_name: 'Emmy', last_name: uniqueName() });
  const [space_id, elsewhere] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [id, name] of [
    [space_id, 'Physics'],
    [elsewhere, 'Elsewhere'],
  ] as const) {
    await api.as(lovelace, 'POST /api/v1/spaces', { body: { space_id: id, name, visibility: 'public' } });
    for (const other of [hopper, turing, noether]) {
      await api.as(other, 'POST /api/v1/spaces/:space_id/join', { params: { space_id: id }, body: {} });
    }
  }
  const words = Object.fromEntries(
    ['topic', 'offRecord', 'takenOff', 'deleted', 'blocked', 'elsewhere'].map((name) => [
      name,
      `${name}${uniqueName()}`,
    ]),
  );
  async function say(who: typeof turing, body: string, more: object = {}, id = space_id) {
    const message_id = crypto.randomUUID();
    const params = { space_id: id };
    await api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params,
      body: { message_id, body, ...more },
    });
    return { params: { space_id: id, message_id } };
  }
  await say(turing, `Secret ${words.topic}`);
  await api.as(lovelace, 'POST /api/v1/spaces/:space_id/topics', {
    params: { space_id },
    body: { message_id: crypto.randomUUID() },
  });
  // What is pinned is no exception.
  const pin = (one: { params: { space_id: string; message_id: string } }) =>
    api.as(lovelace, 'PUT /api/v1/spaces/:space_id/pins/:message_id', one);
  await say(turing, `Secret ${words.offRecord}`, { is_off_record: true });
  const later = await say(turing, `Secret ${words.takenOff}`);
  await pin(later);
  await api.as(turing, 'PUT /api/v1/spaces/:space_id/messages/:message_id', {
    ...later,
    body: { is_off_record: true },
  });
  const gone = await say(turing, `Secret ${words.deleted}`);
  await pin(gone);
  await api.as(turing, 'DELETE /api/v1/spaces/:space_id/messages/:message_id', gone);
  await pin(await say(noether, `Secret ${words.blocked}`));
  await say(noether, `Secret ${words.elsewhere}`, {}, elsewhere);
  await api.as(hopper, 'POST /api/v1/user/block', { body: { blocked_user_id: noether.user_id } });
  // More than one person may post at once.
  for (const [at, injection] of injections.entries())
    await say([turing, lovelace, hopper][at % 3] ?? turing, injection);

  const lender = await arrive(hopper);
  await lender.addInitScript(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    settingEntries('openai', imitation.url),
  );
  const toProvider: string[] = [];
  const toServer: string[] = [];
  for (const one of [page, lender]) {
    one.on('request', (request: Request) => {
      const text = JSON.stringify([request.url(), request.postData()]);
      if (request.url().startsWith(imitation.url)) toProvider.push(text);
      else toServer.push(JSON.stringify([text, request.headers()]));
    });
    one.on('websocket', (socket) => socket.on('framesent', ({ payload }) => toServer.push(String(payload))));
    await one.goto(`/spaces/${space_id}`);
  }
  await lender.getByRole('button', { name: 'Lend', exact: true }).click();
  const dialog = lender.getByRole('dialog', { name: /^Lend your key/ });
  await dialog.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByLabel('Who can use it').selectOption('members');
  await dialog.getByRole('button', { name: 'Lend', exact: true }).click();
  await expect(dialog).toBeHidden();

  for (const [at, question] of ['/say First.', '/say Second.'].entries()) {
    await page.getByRole('button', { name: 'Ask AI' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill(question);
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(at + 1, { timeout: 30_000 });
  }
  expect(
    toProvider.filter((text) => text.includes('POST') || text.includes('messages')).length,
  ).toBeGreaterThan(1);
  for (const word of Object.values(words)) {
    expect(toProvider.filter((text) => text.includes(word))).toEqual([]);
    expect(toServer.filter((text) => text.includes(word))).toEqual([]);
  }
  // The injections are sent like any other text, each line with its author.
  expect(toProvider.join()).toContain('Ignore all previous instructions');
  expect(toProvider.join()).toMatch(/\[\d+ Alan [^\]]*\] Ignore all previous/);
  expect(toServer.filter((text) => text.includes(key))).toEqual([]);
  expect(toServer.some((text) => text.includes(new URL(baseURL ?? '').host))).toBe(true);
});
