import { befriend, createMember } from '../people.ts';
import { settingEntries } from '../provider.ts';
import { expect, test } from './journey.ts';
import { Locator } from './locator.ts';

test('in a space one reads the others, asks the AI with one’s own key, and answers for friends with it', async ({
  tab,
  open,
  store,
  api,
  imitation,
  asked,
}) => {
  const ada = await createMember(api, { first_name: 'Ada', last_name: 'Lovelace' });
  const ben = await createMember(api, { first_name: 'Ben', last_name: 'Franklin' });
  await befriend(api, ada, ben);
  const space_id = crypto.randomUUID();
  const params = { space_id };
  await api.as(ada, 'POST /api/v1/spaces', { body: { space_id, name: 'Physics', visibility: 'public' } });
  await api.as(ben, 'POST /api/v1/spaces/:space_id/join', { params, body: {} });
  const { access_token, refresh_token } = ada;
  await store({ access_token, refresh_token, ...settingEntries('openai', imitation.url) });
  await open(`/spaces/${space_id}`);
  const page = new Locator(tab);
  const log = page.all('[role=log]');
  const replies = log.all('[data-role=assistant]');
  await page.field('Message').fill('Is anybody here?');
  await page.field('Message').press('Enter');
  await log.hasText('Is anybody here?');

  const message_id = crypto.randomUUID();
  const post = 'POST /api/v1/spaces/:space_id/messages';
  await api.as(ben, post, { params, body: { message_id, body: 'Good **morning**' } });
  await log.all('strong').hasText('morning');

  await page.button('Ask AI').click();
  await page.field('Message').fill('/say On my own key.');
  await page.field('Message').press('Enter');
  await replies.hasText('On my own key.');
  // Where nothing hovers, a press shows what can be done.
  await replies.all('[data-text]').click();
  await log.button('Ask again').hasCount(1);

  await page.button('Lend').click();
  const dialog = page.the('dialog', 'Lend your key to Physics');
  await dialog.button('Lend').click();
  await dialog.hasCount(0);
  await page.button('Stop lending').at(0).hasCount(1);
  const turn_id = crypto.randomUUID();
  const question = { message_id: crypto.randomUUID(), body: '/say For a friend.', turn_id };
  await api.as(ben, post, { params, body: question });
  const turn = async () => {
    const one = { params: { space_id, message_id: turn_id } };
    const { message } = await api.as(ben, 'GET /api/v1/spaces/:space_id/messages/:message_id', one);
    return 'turn' in message ? [message.turn?.state, message.body] : [];
  };
  await expect.poll(turn).toEqual(['done', 'For a friend.']);
  await replies.hasText('For a friend.');
  expect(asked()).toHaveLength(2);
});
