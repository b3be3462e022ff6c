import { settingEntries } from '../provider.ts';
import { startProxy } from '../proxy.ts';
import { Chat } from './chat.ts';
import { expect, test } from './journey.ts';

test('the chat opens without our server, keeps its text, and is answered', async ({
  tab,
  baseURL,
  imitation,
}) => {
  const proxy = await startProxy(baseURL ?? '');
  await tab.goto(`${proxy.url}/privacy`);
  await tab.run(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    settingEntries('openai', imitation.url),
  );
  await tab.goto(`${proxy.url}/chat`);
  const chat = new Chat(tab);
  await chat.box.fill('/say Half a thought.');
  await tab.run(async () => {
    await navigator.serviceWorker.ready;
    // The whole installation is done by then.
    const [name = ''] = await caches.keys();
    await (await caches.open(name)).keys();
  });
  await proxy.disconnect();
  await tab.reload();
  await expect.poll(chat.box.value).toBe('/say Half a thought.');
  await chat.box.press('Enter');
  await chat.replies.hasText('Half a thought.');
  await proxy.reconnect();
  await chat.tab.reload();
  await chat.box.hasCount(1);
});
