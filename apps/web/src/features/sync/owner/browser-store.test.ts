import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import { acknowledge } from '../exchange/acknowledge.ts';
import { nextBatch } from '../exchange/push.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { lockReply } from '../store/receiving.ts';
import { storeOver } from '../store/store.ts';
import { isDeleted } from '../store/store-reads.ts';
import { Browser, holdBackOpening } from '../testing/browser.ts';

type Tab = Awaited<ReturnType<Browser['open']>>;
const soon = <Result>(work: () => Result | Promise<Result>) => vi.waitFor(work, { timeout: 5_000 });

async function ask({ openedStore }: Tab, body: string, conversation_id = newId()) {
  const store = await openedStore();
  const message_id = newId();
  await store.create(
    { conversation_id, message_id, parent_id: null, role: 'user', body },
    { title: [body, Date.now()], leaf: [message_id, Date.now()] },
  );
  return { conversation_id, message_id };
}

const titles = ({ conversations }: Tab) => conversations.read()?.map(({ title }) => title);
const inAccount = ({ server }: Browser) => [...server.messages.values()].map(({ body }) => body);

/** A push by another device of the same person. */
async function elsewhere({ server }: Browser, body: string, conversation_id = newId()) {
  const storage = memoryStorage();
  const store = storeOver({ storage, now: Date.now });
  const message_id = newId();
  await store.create(
    { conversation_id, message_id, parent_id: null, role: 'user', body },
    { title: [body, Date.now()] },
  );
  const batch = await nextBatch(storage);
  if (batch) await acknowledge(storage, batch, server.push(batch.push), Date.now());
  return conversation_id;
}

test('a guest’s messages are there after a reload, and are never pushed', async () => {
  const browser = new Browser();
  await ask(await browser.open(), 'Hello');
  const reloaded = await browser.open();
  await soon(() => expect(titles(reloaded)).toEqual(['Hello']));
  expect(browser.entries.get('polylogue.store')).toBe('guest');
  expect(browser.requests).toEqual([]);
});

test('a member’s messages are pushed automatically, and appear in the list of other tabs immediately', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const [one, other] = [await browser.open(), await browser.open()];
  await ask(one, 'Hello');
  await soon(() => expect(inAccount(browser)).toEqual(['Hello']));
  await soon(() => expect(titles(other)).toEqual(['Hello']));
  await soon(async () => expect((await (await other.openedStore()).list())[0]?.is_pending).toBe(false));
  expect(browser.entries.get('polylogue.store')).toBe('anna');
});

test('after signing in the member’s own list is shown, and nothing from before is in the account', async () => {
  const browser = new Browser();
  const tab = await browser.open();
  await ask(tab, 'A guest’s');
  await soon(() => expect(titles(tab)).toEqual(['A guest’s']));
  const lists: unknown[] = [];
  tab.conversations.listen(() => lists.push(tab.conversations.read()));
  const changed = vi.fn();
  tab.onOwnerChanged(changed);
  browser.signIn('anna');
  expect(changed).toHaveBeenCalledOnce();
  expect(lists[0]).toBeNull();
  await soon(() => expect(titles(tab)).toEqual([]));
  await ask(tab, 'Anna’s');
  await soon(() => expect(inAccount(browser)).toEqual(['Anna’s']));
  browser.signIn('berta');
  expect(changed).toHaveBeenCalledTimes(2);
  await soon(() => expect(titles(tab)).not.toBeNull());
});

test('a new browser knows that its list is not whole until all of it has come, in each tab [CONV-14]', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  for (const title of Array.from({ length: 60 }, (_, at) => `Number ${at}`)) await elsewhere(browser, title);
  const tabs = [await browser.open(), await browser.open()];
  const heard = tabs.map((tab) => {
    const all: unknown[] = [];
    tab.isListWhole.listen(() => all.push([tab.isListWhole.read(), titles(tab)?.length ?? null]));
    return all;
  });
  for (const tab of tabs) await tab.openedStore();
  for (const all of heard) {
    await soon(() =>
      expect(all).toEqual([
        [false, null],
        [true, 60],
      ]),
    );
  }
});

test('a new browser knows that its records are not whole until all have come; one that has them needs no connection', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.isOffline = true;
  const first = await browser.open();
  const isWhole = async () => (await import('../../record/list/index.ts')).isRecordListWhole.read();
  await first.openedStore();
  await soon(() => expect(titles(first)).not.toBeNull());
  expect(await isWhole()).toBe(false);
  browser.isOffline = false;
  browser.look('visible');
  await soon(async () => expect(await isWhole()).toBe(true));
  browser.isOffline = true;
  await browser.open();
  await soon(async () => expect(await isWhole()).toBe(true));
});

test('without an account there is nothing to wait for', async () => {
  const browser = new Browser();
  const tab = await browser.open();
  await ask(tab, 'Hello');
  await soon(() => expect(titles(tab)).toEqual(['Hello']));
  expect(tab.isListWhole.read()).toBe(true);
});

test('new tokens of the same person change nothing', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const changed = vi.fn();
  tab.onOwnerChanged(changed);
  browser.signIn('anna');
  expect(changed).not.toHaveBeenCalled();
});

test('after a sign-in is lost the page continues, a reload shows nothing of it, and the same person has it all sent', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  // Expired, or unknown to a database that was restored from a backup.
  browser.ended = 'signed-out';
  const tab = await browser.open();
  const changed = vi.fn();
  tab.onOwnerChanged(changed);
  await ask(tab, 'Unsent');
  await soon(() => expect(browser.entries.has('access_token')).toBe(false));
  await soon(() => expect(titles(tab)).toEqual(['Unsent']));
  expect(changed).not.toHaveBeenCalled();
  const reloaded = await browser.open();
  await soon(() => expect(titles(reloaded)).toEqual([]));
  browser.signIn('anna');
  await soon(() => expect(inAccount(browser)).toEqual(['Unsent']));
  await soon(() => expect(titles(reloaded)).toEqual(['Unsent']));
});

test('when its owner ends a sign-in, the account’s stored data is erased', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  await ask(tab, 'Hello');
  await soon(() => expect(inAccount(browser)).toEqual(['Hello']));
  browser.ended = 'sign-in-ended';
  tab.wakeSync();
  await soon(() => expect(browser.entries.has('access_token')).toBe(false));
  await soon(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain('polylogue.store.anna');
  });
  // Only the account can bring it back.
  await ask(tab, 'Goes on in memory');
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('polylogue.store.anna');
  expect(tab.savingStatus.read()).toBe('memory-only');
  browser.signIn('anna');
  await soon(() => expect(titles(tab)?.toSorted()).toEqual(['Goes on in memory', 'Hello']));
  await soon(() => expect(inAccount(browser).sort()).toEqual(['Goes on in memory', 'Hello']));
  await soon(() => expect(tab.savingStatus.read()).toBe('none'));
});

test('an answer that arrives while its sign-in is ended elsewhere is whole after signing in again', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const { conversation_id, message_id: parent_id } = await ask(tab, 'Hello');
  const store = await tab.openedStore();
  const message_id = newId();
  await store.create({ conversation_id, message_id, parent_id, role: 'assistant' }, {});
  const whole = { parent_id, created_at: Date.now(), body: '', reasoning: '' };
  const run = { conversation_id, message_id, run_id: newId(), base: 0, reasoning_base: 0 };
  await store.grow({ ...run, offset: 0, text: 'Good ', reasoning_offset: 0, reasoning: '' });
  tab.wakeSync();
  await soon(() => expect(inAccount(browser)).toEqual(['Hello', 'Good ']));
  browser.ended = 'sign-in-ended';
  tab.wakeSync();
  await soon(() => expect(browser.entries.has('access_token')).toBe(false));
  await soon(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain('polylogue.store.anna');
  });
  const day = { offset: 5, text: 'day', reasoning_offset: 0, reasoning: '' };
  await store.grow({ ...run, ...day, whole: () => ({ ...whole, body: 'Good day' }) });
  const end = { body: 'Good day.', reasoning: '', details: {} };
  await store.end({ ...run, ...end, whole: () => ({ ...whole, body: 'Good day.' }) });
  browser.signIn('anna');
  await soon(() => expect(inAccount(browser)).toEqual(['Hello', 'Good day.']));
  await soon(async () => {
    const messages = await (await tab.openedStore()).messages(conversation_id);
    expect(messages.map(({ body }) => body)).toEqual(['Hello', 'Good day.']);
  });
});

test('a page whose sign-in is lost still has the conversations of its account', async () => {
  const browser = new Browser();
  const guest = await browser.open();
  expect(guest.storeOwner()).toBeNull();
  browser.signIn('anna');
  browser.ended = 'signed-out';
  const tab = await browser.open();
  tab.wakeSync();
  await soon(() => expect(browser.entries.has('access_token')).toBe(false));
  expect(tab.storeOwner()).not.toBeNull();
});

test('a server that does not answer neither ends a sign-in nor erases anything', async () => {
  const browser = new Browser();
  browser.signIn('anna', { expired: 1 });
  browser.isOffline = true;
  await ask(await browser.open(), 'Offline');
  await soon(() => expect(browser.requests).toContain('POST /api/auth/refresh'));
  const reloaded = await browser.open();
  await soon(() => expect(titles(reloaded)).toEqual(['Offline']));
});

test('signing out in another tab leaves nothing in this one', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  await ask(tab, 'Hello');
  await soon(() => expect(titles(tab)).toEqual(['Hello']));
  const changed = vi.fn();
  tab.onOwnerChanged(changed);
  await browser.signOut();
  await soon(() => expect(titles(tab)).toEqual([]));
  expect(changed).toHaveBeenCalledOnce();
  expect(browser.entries.get('polylogue.store')).toBe('guest');
});

test('signing out in another tab brings no draft of this one back, though no key is saved any more that it holds', async () => {
  const browser = new Browser();
  vi.stubGlobal('window', globalThis);
  browser.signIn('anna');
  browser.write('key', 'sk-abcdefgh');
  vi.resetModules();
  const { storage, tabStorage } = await import('../../../lib/state/storage.ts');
  const { registerKeys } = await import('../../../lib/drafts/saved-keys.ts');
  const { openDraft } = await import('../../../lib/drafts/draft.ts');
  registerKeys({
    mask: (text) => text.replaceAll(storage.read('key') ?? '\0', '•••'),
    listen: (listener) => storage.listen((name) => name === null && listener()),
  });
  await import('../owner/browser-store.ts');
  const pasted = { id: 'p', name: 'Pasted text.txt', text: 'A note' };
  const draft = openDraft({
    entry: 'polylogue.draft.anna.new',
    files: () => [{ name: pasted.name, pasted }],
    onTexts() {},
    onTextsGone() {},
    tell() {},
  });
  await soon(async () => {
    draft.onFilesChange();
    expect(browser.entries.has('polylogue.draft_texts.anna.new')).toBe(true);
  });
  tabStorage.write('polylogue.draft.anna.space', 'Typed in this tab');
  draft.write('My key is sk-abcdefgh');
  draft.flush();
  await browser.signOut();
  await Promise.resolve();
  draft.write('My key is sk-abcdefgh.');
  draft.flush();
  const drafts = () =>
    [...browser.entries.keys(), ...tabStorage.names()].filter((name) => /draft(?!_files)/.test(name));
  expect(drafts()).toEqual([]);
  browser.signIn('anna');
  draft.write('Back again');
  draft.flush();
  expect(drafts()).toContain('polylogue.draft.anna.new');
});

test('a conversation that is not here is fetched in one request, and the rest of it on demand', async () => {
  const browser = new Browser();
  const id = await elsewhere(browser, 'First');
  await elsewhere(browser, 'Second', id);
  await elsewhere(browser, 'Third', id);
  browser.signIn('anna');
  const tab = await browser.open();
  const { signal } = new AbortController();
  browser.requests.length = 0;
  expect(await tab.fetchConversation(id, signal)).toBe('here');
  expect(browser.requests.filter((one) => one.includes(id))).toEqual([`GET /api/v1/conversations/${id}`]);
  const store = await tab.openedStore();
  expect(await store.tail(id, 10)).toMatchObject({
    messages: [{ body: 'Second' }, { body: 'Third' }],
    more: true,
  });
  await soon(() => expect(titles(tab)).toHaveLength(1));
  expect(await tab.completeConversation(id, signal)).toBe('here');
  expect(await store.tail(id, 2)).toMatchObject({
    messages: [{ body: 'Second' }, { body: 'Third' }],
    more: true,
  });
  expect(await store.tail(id, 3)).toMatchObject({ messages: [{}, {}, {}], more: false });
  browser.requests.length = 0;
  expect(await tab.fetchConversation(id, signal)).toBe('here');
  expect(browser.requests.filter((one) => one.includes(id))).toEqual([]);
});

test('a conversation fetched in full with its end needs no other request, and receives later messages', async () => {
  const browser = new Browser();
  const id = await elsewhere(browser, 'First');
  await elsewhere(browser, 'Second', id);
  browser.signIn('anna');
  const tab = await browser.open();
  const { signal } = new AbortController();
  const close = tab.keepOpen(id);
  expect(await tab.completeConversation(id, signal)).toBe('here');
  const store = await tab.openedStore();
  expect(await store.tail(id, 10)).toMatchObject({ messages: [{}, {}], more: false });
  await soon(() => expect(browser.requests).toContain('GET /api/v1/changes'));
  expect(browser.requests.filter((one) => one.includes(id))).toEqual([`GET /api/v1/conversations/${id}`]);
  await elsewhere(browser, 'Third', id);
  await soon(async () => expect(await store.messages(id)).toHaveLength(3));
  close();
});

test('a conversation that does not exist is missing, and one cannot be fetched offline', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const { signal } = new AbortController();
  expect(await tab.fetchConversation(newId(), signal)).toBe('missing');
  browser.isOffline = true;
  expect(await tab.fetchConversation(newId(), signal)).toBe('offline');
});

test('what another window writes while the server is away is reported in both', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.isOffline = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const [pushing, other] = [await browser.open(), await browser.open()];
  for (const tab of [pushing, other]) await tab.openedStore();
  await soon(() => expect(browser.requests).not.toEqual([]));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(pushing.savingStatus.read()).toBe('none');
  await ask(other, 'Hello');
  for (const tab of [pushing, other]) await soon(() => expect(tab.savingStatus.read()).toBe('waiting'));
});

test('an open conversation receives messages from another device, and its listeners are notified', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const { conversation_id } = await ask(tab, 'Hello');
  await soon(() => expect(inAccount(browser)).toEqual(['Hello']));
  const listener = vi.fn();
  tab.onChangedElsewhere(listener);
  const close = tab.keepOpen(conversation_id);
  await elsewhere(browser, 'From the phone', conversation_id);
  const store = await tab.openedStore();
  await soon(async () =>
    expect((await store.messages(conversation_id)).map(({ body }) => body)).toEqual([
      'Hello',
      'From the phone',
    ]),
  );
  expect(listener).toHaveBeenCalledWith([conversation_id]);
  close();
});

test('a hidden tab pushes what it has, and leaves the rest to a visible one', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.look('hidden');
  const tab = await browser.open();
  await ask(tab, 'Hello');
  await soon(() => expect(inAccount(browser)).toEqual(['Hello']));
  await soon(async () => {
    const { held = [] } = await navigator.locks.query();
    expect(held.map(({ name }) => name)).not.toContain('polylogue.store.anna');
  });
  expect(browser.requests.filter((one) => one.startsWith('GET'))).toEqual([]);
  browser.look('visible');
  await soon(() => expect(browser.requests).toContain('GET /api/v1/conversations'));
});

test('a page in the back/forward cache holds no lock, and continues when it is shown again', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const locks = async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? [];
  await soon(async () => expect(await locks()).toContain('polylogue.store.anna'));
  browser.leave();
  await soon(async () => expect(await locks()).not.toContain('polylogue.store.anna'));
  browser.comeBack();
  await elsewhere(browser, 'Meanwhile');
  await soon(() => expect(titles(tab)).toEqual(['Meanwhile']));
});

test('a reply is saved to the account as it grows, and in full at its end', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const { conversation_id, message_id: parent_id } = await ask(tab, 'Hello');
  const store = await tab.openedStore();
  const message_id = newId();
  await store.create({ conversation_id, message_id, parent_id, role: 'assistant' }, {});
  const run = { conversation_id, message_id, run_id: newId(), base: 0, reasoning_base: 0 };
  await store.grow({ ...run, offset: 0, text: 'Half', reasoning_offset: 0, reasoning: 'Hm' });
  tab.wakeSync();
  await soon(() => expect(inAccount(browser)).toEqual(['Hello', 'Half']));
  const details = {
    asked: { provider: 'openai', model: 'gpt-6', host: 'api.openai.com' },
    usage: { input: 1, output: 2 },
    thought_for: 3,
  };
  await store.end({ ...run, body: 'Half a sentence', reasoning: 'Hm.', details });
  await store.addUsage({
    ...{ usage_id: newId(), created_at: Date.now(), conversation_id, message_id },
    ...{ provider: 'openai', model: 'gpt-6', host: 'api.openai.com' },
    ...{ input: 1, output: 2, cached: 0, reasoning: 0, usd_micros: null, is_estimate: false },
  });
  tab.wakeSync();
  await soon(() => expect(inAccount(browser)).toEqual(['Hello', 'Half a sentence']));
  await soon(() => expect(browser.server.usage.size).toBe(1));
  expect(browser.server.messages.get(message_id)).toMatchObject({ details, ended_at: expect.any(Number) });
  await soon(async () => expect(await store.hasPending()).toBe(false));
  expect((await store.messages(conversation_id))[1]).toMatchObject({
    body: 'Half a sentence',
    reasoning: 'Hm.',
  });
});

test('a title that the server rejects does not hold back anything else', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const { conversation_id } = await ask(tab, 'Hello');
  const store = await tab.openedStore();
  await store.setFields(conversation_id, { title: ['x'.repeat(300), Date.now() + 1] });
  await ask(tab, 'Another');
  await soon(() => expect(inAccount(browser).sort()).toEqual(['Another', 'Hello']));
  await store.setFields(conversation_id, { title: ['Short', Date.now() + 2] });
  await soon(async () => expect(await store.hasPending()).toBe(false));
});

test('a reply whose page was killed is ended by the next one, and one still being received is not', async () => {
  const browser = new Browser();
  const tab = await browser.open();
  const { conversation_id, message_id: parent_id } = await ask(tab, 'Hello');
  const [killed, received] = [newId(), newId()];
  const release = lockReply(received);
  const store = await tab.openedStore();
  for (const message_id of [killed, received]) {
    await store.create({ conversation_id, message_id, parent_id, role: 'assistant' }, {});
    const run = { conversation_id, message_id, run_id: newId(), base: 0, reasoning_base: 0 };
    await store.grow({ ...run, offset: 0, text: 'Half', reasoning_offset: 0, reasoning: '' });
  }
  const next = await (await browser.open()).openedStore();
  expect(await next.messages(conversation_id)).toMatchObject([
    {},
    { body: 'Half', ended_at: expect.any(Number), details: { error: { type: 'ended', because: 'cut-off' } } },
    { body: 'Half', ended_at: null },
  ]);
  release();
});

test('a guest’s conversations are moved into the account on request, and not before, deleted ones as deleted [CONV-05]', async () => {
  const browser = new Browser();
  const guest = await browser.open();
  await ask(guest, 'Keep');
  const store = await guest.openedStore();
  const deleted = await ask(guest, 'Deleted');
  await store.setFields(deleted.conversation_id, { deleted: [true, Date.now() + 1] });
  const again = await ask(guest, 'Deleted, then written to');
  await store.setFields(again.conversation_id, { deleted: [true, 1] });
  const erased = await ask(guest, 'Deleted for good');
  await store.setFields(erased.conversation_id, { erased: [true, Date.now() + 1] });
  browser.signIn('anna');
  const tab = await browser.open();
  // Asked in the same millisecond, they stand in any order.
  expect((await tab.guestConversations())?.map(({ fields }) => fields.title?.[0]).sort()).toEqual([
    'Deleted',
    'Deleted, then written to',
    'Keep',
  ]);
  await ask(tab, 'Own');
  await soon(() => expect(inAccount(browser)).toEqual(['Own']));
  await tab.adoptGuestConversations();
  const all = ['Deleted', 'Deleted, then written to', 'Keep', 'Own'];
  await soon(() => expect(inAccount(browser).sort()).toEqual(all));
  expect(await tab.guestConversations()).toEqual([]);
  const phone = storeOver({ storage: memoryStorage(), now: Date.now });
  await phone.pulled([...browser.server.conversations.values()], 1);
  const restorable = (await phone.list()).filter(isDeleted);
  expect(restorable.map(({ fields }) => fields.title?.[0])).toEqual(['Deleted']);
});

test('folders and prompts of a guest who has no conversation are named, and moved into the account on request [CONV-13]', async () => {
  const browser = new Browser();
  const guest = await browser.open();
  const record = (kind: string, values: Record<string, string | number | boolean | null>) => ({
    kind,
    record_id: newId(),
    values,
  });
  await (await guest.openedStore()).writeRecords([
    record('folder', { name: 'Garden' }),
    record('prompt', { name: ' ' }),
    record('instructions', { text: '' }),
    record('budget', { monthly_usd_micros: 5 }),
    record('prompt', { name: 'Gone', deleted: true }),
  ]);
  browser.signIn('anna');
  const tab = await browser.open();
  expect((await tab.guestRecords())?.map(({ title }) => title).sort()).toEqual([
    'Folder “Garden”',
    'Monthly budget',
    'Prompt without a name',
  ]);
  expect(browser.server.records.size).toBe(0);
  await tab.adoptGuestConversations();
  await soon(() => expect(browser.server.records.size).toBeGreaterThanOrEqual(3));
  expect(await tab.guestRecords()).toEqual([]);
});

test('a question can tell before anything is read whether there may be instructions', async () => {
  const browser = new Browser();
  const { openedStore } = await browser.open();
  const entry = () => browser.entries.get('polylogue.has_records');
  const folder = { kind: 'folder', record_id: newId() };
  await (await openedStore()).writeRecords([{ ...folder, values: { name: 'Work' } }]);
  await soon(() => expect(entry()).toBe('1'));
  await (await openedStore()).writeRecords([{ ...folder, values: { deleted: true } }]);
  await soon(() => expect(entry()).toBeUndefined());
});

test('when everything stored was erased, the page that did it notes no records of its account again', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  const tab = await browser.open();
  const { isRecordListWhole } = await import('../../record/list/index.ts');
  tab.wakeSync();
  await soon(() => expect(isRecordListWhole.read()).toBe(true));
  browser.entries.clear();
  indexedDB.deleteDatabase('polylogue.store.anna');
  await soon(() => expect(isRecordListWhole.read()).toBe(false));
  expect([...browser.entries.keys()]).toEqual([]);
});

test('a guest’s conversations are found in a browser that takes its time to open them', async () => {
  const browser = new Browser();
  await ask(await browser.open(), 'Keep');
  browser.signIn('anna');
  const tab = await browser.open();
  await tab.openedStore();
  const open = holdBackOpening();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const found = tab.guestConversations();
  await open.wasAsked;
  vi.advanceTimersByTime(10_000);
  open.goOn();
  expect(await found).toHaveLength(1);
});

test('a guest’s conversations stay in this browser while those of the account are in memory only', async () => {
  const browser = new Browser();
  const guest = await browser.open();
  const { conversation_id } = await ask(guest, 'Keep');
  const open = indexedDB.open.bind(indexedDB);
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === 'polylogue.store.anna') throw new DOMException('No.', 'UnknownError');
    return open(name, version);
  });
  browser.signIn('anna');
  browser.isOffline = true;
  const tab = await browser.open();
  await soon(() => expect(tab.savingStatus.read()).toBe('memory-only'));
  await tab.adoptGuestConversations();
  expect(await tab.guestConversations()).toHaveLength(1);
  opening.mockRestore();
  const next = await browser.open();
  await ask(await browser.open(), 'Meanwhile', conversation_id);
  await next.adoptGuestConversations();
  const store = await next.openedStore();
  expect((await store.messages(conversation_id)).map(({ body }) => body)).toEqual(['Keep', 'Meanwhile']);
  expect(await next.guestConversations()).toEqual([]);
});

test('a guest’s conversations that cannot be read at the moment are neither erased nor said to be in the account', async () => {
  const browser = new Browser();
  await ask(await browser.open(), 'Keep');
  browser.signIn('anna');
  const tab = await browser.open();
  await soon(() => expect(titles(tab)).toEqual([]));
  const open = indexedDB.open.bind(indexedDB);
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === 'polylogue.store.guest') throw new DOMException('No.', 'UnknownError');
    return open(name, version);
  });
  await expect(tab.adoptGuestConversations()).rejects.toThrow('No.');
  expect(await tab.guestConversations()).toBeNull();
  opening.mockRestore();
  expect(await tab.guestConversations()).toHaveLength(1);
});

test('two tabs that add a guest’s conversations at once add them once, and neither fails', async () => {
  const browser = new Browser();
  await ask(await browser.open(), 'Keep');
  browser.signIn('anna');
  const [one, other] = [await browser.open(), await browser.open()];
  await Promise.all([one.adoptGuestConversations(), other.adoptGuestConversations()]);
  await soon(() => expect(inAccount(browser)).toEqual(['Keep']));
  for (const tab of [one, other]) expect(await tab.guestConversations()).toEqual([]);
});

test('a guest’s conversations are deleted at the request of a member, and of no one else', async () => {
  const browser = new Browser();
  const guest = await browser.open();
  await ask(guest, 'Keep');
  await guest.eraseGuestConversations();
  await soon(() => expect(titles(guest)).toEqual(['Keep']));
  browser.signIn('anna');
  const tab = await browser.open();
  await tab.eraseGuestConversations();
  expect(await tab.guestConversations()).toEqual([]);
  expect(inAccount(browser)).toEqual([]);
});

test('a guest’s conversations stay in this browser if another account uses it before they are copied', async () => {
  const browser = new Browser();
  await ask(await browser.open(), 'Keep');
  browser.signIn('anna');
  const tab = await browser.open();
  await soon(() => expect(titles(tab)).toEqual([]));
  const adopting = tab.adoptGuestConversations().catch(() => {});
  browser.signIn('berta');
  await adopting;
  expect(await tab.guestConversations()).toHaveLength(1);
});

test('what this browser stores without an account can be cleared, in every tab', async () => {
  const browser = new Browser();
  const [one, other] = [await browser.open(), await browser.open()];
  await ask(one, 'Hello');
  await soon(() => expect(titles(other)).toEqual(['Hello']));
  await one.clearBrowserStore();
  await soon(() => expect(titles(one)).toEqual([]));
  await soon(() => expect(titles(other)).toEqual([]));
  await ask(other, 'Again');
  await soon(() => expect(titles(one)).toEqual(['Again']));
});

test('where clearing this browser fails, what is written goes on being stored', async () => {
  const browser = new Browser();
  const tab = await browser.open();
  await ask(tab, 'Hello');
  await soon(() => expect(titles(tab)).toEqual(['Hello']));
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError');
  });
  await expect(tab.clearBrowserStore()).rejects.toThrow();
  await ask(tab, 'Again');
  await soon(() => expect(titles(tab)).toContain('Again'));
  const reloaded = await browser.open();
  await soon(() => expect(titles(reloaded)?.sort()).toEqual(['Again', 'Hello']));
});

test('a tab that sleeps and keeps a guest’s conversations open does not hold up adding them to the account', async () => {
  const browser = new Browser();
  await ask(await browser.open(), 'Keep');
  const opened = Promise.withResolvers<unknown>();
  indexedDB.open('polylogue.store.guest').onsuccess = opened.resolve;
  await opened.promise;
  browser.signIn('anna');
  const tab = await browser.open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const added = vi.fn();
  void tab.adoptGuestConversations().then(added);
  await soon(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(added).toHaveBeenCalledOnce();
  });
  await soon(() => expect(inAccount(browser)).toEqual(['Keep']));
});

test('signing out in one tab reports what another tab has not sent, and so does deleting the account, to which nothing can be saved', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.isOffline = true;
  const other = await browser.open();
  await browser.open();
  const { unsavedWork: losses } = await import('../../../lib/drafts/unsaved-work.ts');
  await soon(() => expect(losses()).toEqual([]));
  await ask(other, 'Written there');
  await soon(() => expect(losses()).toEqual(['what is new in “Written there” and not in your account yet']));
});

test('signing out reports how much another account in this browser has not saved, and not what', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.isOffline = true;
  const anna = await browser.open();
  await ask(anna, 'Anna’s');
  await soon(() => expect(titles(anna)).toEqual(['Anna’s']));
  browser.signIn('berta');
  await browser.open();
  const { unsavedWork: losses } = await import('../../../lib/drafts/unsaved-work.ts');
  await soon(() => expect(losses()).toEqual(['what another account has not saved yet (1 conversation)']));
  browser.signIn('carla');
  await ask(await browser.open(), 'Carla’s');
  browser.signIn('berta');
  await browser.open();
  const { unsavedWork: more } = await import('../../../lib/drafts/unsaved-work.ts');
  await soon(() => expect(more()).toEqual(['what another account has not saved yet (2 conversations)']));
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain('polylogue.store.anna');
});

test('signing out counts the folders and prompts that another account has not saved, too [CONV-13]', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.isOffline = true;
  const anna = await browser.open();
  const folder = { kind: 'folder', record_id: newId(), values: { name: 'Garden' } };
  await (await anna.openedStore()).writeRecords([folder]);
  browser.signIn('berta');
  const berta = await browser.open();
  const { unsavedWork: losses } = await import('../../../lib/drafts/unsaved-work.ts');
  await soon(() => expect(losses()).toEqual(['what another account has not saved yet (1 thing)']));
  await ask(berta, 'Berta’s');
  browser.signIn('anna');
  await ask(await browser.open(), 'Anna’s');
  browser.signIn('carla');
  await browser.open();
  const { unsavedWork: more } = await import('../../../lib/drafts/unsaved-work.ts');
  await soon(() => expect(more()).toEqual(['what another account has not saved yet (3 things)']));
});

test('signing out names folders and prompts that are not in the account yet [CONV-13]', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.isOffline = true;
  const tab = await browser.open();
  const { unsavedWork: losses } = await import('../../../lib/drafts/unsaved-work.ts');
  await (await tab.openedStore()).writeRecords([
    { kind: 'folder', record_id: newId(), values: { name: 'Garden' } },
  ]);
  await soon(() =>
    expect(losses()).toEqual(['what is new in your folder “Garden” and not in your account yet']),
  );
  browser.isOffline = false;
  (await import('./browser-store.ts')).wakeSync();
  await soon(() => expect(losses()).toEqual([]));
});

test('signing out reports what is not in the account yet, and waits for it', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  browser.isOffline = true;
  const tab = await browser.open();
  const { unsavedWork: losses, flushWork: sendWork } = await import('../../../lib/drafts/unsaved-work.ts');
  await ask(tab, 'Hello');
  await soon(() => expect(losses()).toEqual(['what is new in “Hello” and not in your account yet']));
  browser.isOffline = false;
  await sendWork(3_000);
  expect(inAccount(browser)).toEqual(['Hello']);
  await soon(() => expect(losses()).toEqual([]));
});
