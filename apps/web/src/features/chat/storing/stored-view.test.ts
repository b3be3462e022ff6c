import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contentOf } from '../../messages/index.ts';
import { acknowledge } from '../../sync/exchange/acknowledge.ts';
import { nextBatch } from '../../sync/exchange/push.ts';
import { memoryStorage } from '../../sync/storage/memory-storage.ts';
import { lockReply } from '../../sync/store/receiving.ts';
import { type ConversationStore, storeOver } from '../../sync/store/store.ts';
import { Browser } from '../../sync/testing/browser.ts';

const id = '019bb000-0000-7000-8000-000000000001';
const soon = <Result>(work: () => Result | Promise<Result>) => vi.waitFor(work, { timeout: 20_000 });
const cutOff = { type: 'empty', because: 'cut-off' };

async function ask(store: ConversationStore, parent_id: string | null = null) {
  const message_id = newId();
  await store.create(
    { conversation_id: id, message_id, parent_id, role: 'user', body: 'Hello' },
    { title: ['Hello', Date.now()], leaf: [message_id, Date.now()] },
  );
  return message_id;
}

/** So many questions, each after the one before, asked on another device. */
async function askElsewhere({ server }: Browser, count = 1) {
  const storage = memoryStorage();
  const store = storeOver({ storage, now: Date.now });
  let last: string | null = null;
  for (let at = 0; at < count; at += 1) last = await ask(store, last);
  for (;;) {
    const batch = await nextBatch(storage);
    if (!batch) return;
    await acknowledge(storage, batch, server.push(batch.push), Date.now());
  }
}

/** A page that shows the conversation. */
async function show(
  tab: Awaited<ReturnType<Browser['open']>>,
  saved = async () => {},
  onOtherBranch: (show: (() => void) | null) => void = () => {},
) {
  const { showStored } = await import('./stored-view.ts');
  const { openThread } = await import('../../thread/index.ts');
  const clock = { now: Date.now, after: () => () => {} };
  const thread = openThread({ answer: () => new ReadableStream(), modelFor: () => null, clock });
  thread.open({ messages: [], hasMore: true });
  const opened: string[] = [];
  const view = showStored({
    id,
    thread,
    store: tab.openedStore(),
    thumbnails: { async showStored() {}, want() {} },
    isStored: true,
    opened: (opening) => opened.push(opening),
    onSettings() {},
    saved,
    onOtherBranch,
  });
  onTestFinished(view.stop);
  const last = () => thread.read().messages.at(-1);
  return { thread, view, opened, last };
}

test('a second tab learns that the page that was waiting for the first word was closed', async () => {
  const tab = await new Browser().open();
  const close = lockReply(await ask(await tab.openedStore()));
  const { view, last } = await show(tab);
  await view.loaded();
  expect(last()).toMatchObject({ content: 'Hello', error: null });
  close();
  await soon(() => expect(last()?.error).toEqual(cutOff));
});

test('over plain http a second tab does not call an answer left that another tab says it is receiving; a reload does at once', async () => {
  const browser = new Browser();
  vi.stubGlobal('navigator', {});
  const first = await browser.open();
  const store = await first.openedStore();
  const question = await ask(store);
  const end = first.markReceiving(id, question);
  const second = await show(await browser.open());
  await second.view.loaded();
  await soon(() => expect(second.last()).toMatchObject({ content: 'Hello', error: null }));
  const reply = newId();
  await store.create(
    { conversation_id: id, message_id: reply, parent_id: question, role: 'assistant' },
    { leaf: [reply, Date.now()] },
  );
  const run = { conversation_id: id, message_id: reply, run_id: newId(), base: 0, reasoning_base: 0 };
  const leave = first.markReceiving(id, reply);
  await store.grow({ ...run, offset: 0, text: 'Good', reasoning_offset: 0, reasoning: '' });
  end();
  const third = await show(await browser.open());
  for (const { last } of [second, third])
    await soon(() => expect(last()).toMatchObject({ role: 'assistant', error: null }));
  leave();
  const reloaded = await show(await browser.open());
  await soon(() => expect(reloaded.last()?.error).toEqual({ type: 'ended', because: 'cut-off' }));
});

test('a question just asked on another device waits for its answer there; one that has waited for long was left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const browser = new Browser();
  browser.signIn('anna');
  await askElsewhere(browser);
  const { view, last } = await show(await browser.open());
  await view.found;
  expect(last()).toMatchObject({ content: 'Hello', error: null });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(last()?.error).toBeNull();
  await vi.advanceTimersByTimeAsync(150_000);
  await soon(() => expect(last()?.error).toEqual(cutOff));
});

test('a question that was edited before its file had loaded finds it in the version before, after a reload', async () => {
  const browser = new Browser();
  const store = await (await browser.open()).openedStore();
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data: 'AAAA' };
  const file = { name: 'cat.png', media_type: 'image/png', size: 3 };
  const other = { ...file, name: 'dog.png' };
  const [first, edited] = [newId(), newId()];
  const question = { conversation_id: id, parent_id: null, role: 'user', body: 'Who?' } as const;
  await store.create(
    {
      ...question,
      message_id: first,
      details: { files: [other, file] },
      files: { 'part 0': { ...part, name: 'dog.png' }, 'part 1': part },
    },
    {},
  );
  const files = { 'part 0': undefined };
  await store.create(
    { ...question, message_id: edited, details: { files: [file] }, files },
    { leaf: [edited, Date.now()] },
  );
  const { view, last } = await show(await browser.open());
  await view.loaded();
  const message = last();
  expect(message?.id).toBe(edited);
  expect(await (message?.role === 'user' && message.attachments[0]?.load?.())).toEqual(part);
});

test('all of a conversation is there when it arrives in the account after it was missing', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const { thread, view, opened } = await show(tab);
  await view.loaded();
  expect(opened).toEqual(['missing']);
  await askElsewhere(browser, 150);
  tab.wakeSync();
  await soon(() => expect(thread.read()).toMatchObject({ messages: { length: 150 }, hasMore: false }));
});

test('a question asked before it was known that the conversation is not here waits, and follows its messages once they are', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  // It is not stored before it is known what it follows.
  const { thread, view } = await show(tab, () => new Promise(() => {}));
  thread.send('And then?');
  await view.loaded();
  expect(view.where()).toBe('missing');
  const found = vi.fn();
  void view.found.then(found);
  await askElsewhere(browser, 2);
  expect(found).not.toHaveBeenCalled();
  tab.wakeSync();
  await soon(() => expect(found).toHaveBeenCalled());
  expect(view.where()).toBe('here');
  expect(thread.read().messages.map(contentOf)).toEqual(['Hello', 'Hello', 'And then?']);
});

test('a conversation that cannot be read is not taken for an empty one, and is shown once it can', async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const store = await tab.openedStore();
  const first = await ask(store);
  vi.spyOn(store, 'tail').mockRejectedValueOnce(new DOMException('Connection lost', 'UnknownError'));
  const { view, opened, last } = await show(tab);
  await view.loaded();
  expect([view.where(), ...opened]).toEqual(['offline', 'offline']);
  const other = await (await browser.open()).openedStore();
  await other.create(
    { conversation_id: id, message_id: newId(), parent_id: first, role: 'user', body: 'Elsewhere' },
    {},
  );
  await soon(() => expect(last()).toMatchObject({ content: 'Elsewhere' }));
  expect([view.where(), opened.at(-1)]).toEqual(['here', 'here']);
});

test('a hidden page reads nothing of what another tab writes, and all of it once it is looked at', async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const store = await tab.openedStore();
  const first = await ask(store);
  const { view, last } = await show(tab);
  await view.loaded();
  const other = await (await browser.open()).openedStore();
  browser.look('hidden');
  const reading = vi.spyOn(store, 'messages');
  const elsewhere = newId();
  await other.create(
    { conversation_id: id, message_id: elsewhere, parent_id: first, role: 'user', body: 'Elsewhere' },
    { title: ['Told', Date.now()], leaf: [elsewhere, Date.now() + 1] },
  );
  // The tab has heard of it.
  await soon(() => expect(tab.conversations.read()?.[0]).toMatchObject({ title: 'Told' }));
  expect(reading).not.toHaveBeenCalled();
  browser.look('visible');
  await soon(() => expect(last()).toMatchObject({ content: 'Elsewhere' }));
});

test('what another device has continued is no longer offered once something is asked here, and cuts off no answer', async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const first = await ask(await tab.openedStore());
  await ask(await tab.openedStore(), first);
  const offers: ((() => void) | null)[] = [];
  const { thread, view, last } = await show(
    tab,
    async () => {},
    (offer) => offers.push(offer),
  );
  await view.loaded();
  const elsewhere = newId();
  const other = await (await browser.open()).openedStore();
  await other.create(
    { conversation_id: id, message_id: elsewhere, parent_id: first, role: 'user', body: 'Elsewhere' },
    { leaf: [elsewhere, Date.now() + 1] },
  );
  await soon(() => expect(offers.at(-1)).toBeInstanceOf(Function));
  const offered = offers.at(-1);
  thread.send('Asked here');
  expect(offers.at(-1)).toBeNull();
  // Pressed just before.
  offered?.();
  await soon(() => expect(last()).toMatchObject({ content: 'Asked here' }));
  expect(thread.read().pending.type).toBe('loading');
});
