import { fieldValue, type StampedFields } from '@polylogue/sync';
import { blobOf } from '../../lib/files/file.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { toast } from '../../ui/index.ts';
import { isStoredHereOnly, onRemoved } from '../conversation/index.ts';
import type { FilePart } from '../messages/index.ts';
import { markdown } from '../messages/index.ts';
import {
  applyListAction,
  completeConversation,
  fetchConversation,
  keepOpen,
  markReceiving,
  messageFile,
  onChangedElsewhere,
  openedStore,
  serverNow,
  titleOf,
} from '../sync/index.ts';
import { firstSent, type Thread } from '../thread/index.ts';
import type { Opening } from './opening.ts';
import { openSaver, type Saver } from './saver.ts';
import type { ChatSettingsStore } from './steering/chat-settings-store.ts';
import { keptSettings } from './steering/kept-settings.ts';
import { catalogue } from './steering/model-catalogue.ts';
import { textTokens, tokensOf } from './steering/token-counts.ts';
import { showThumbnails, storedThread } from './stored-thread.ts';
import { errorToast } from './words.ts';

// This file is fetched when the first conversation is stored or opened.

interface StoredChatOptions {
  id: string;
  thread: Thread;
  settings: ChatSettingsStore;
  isStored: boolean;
  opened(opening: Opening): void;
  onQuestionStored(id: string): void;
  /** Another device has continued in another branch of this conversation; `show` goes there. Null: none has. */
  onOtherBranch(show: (() => void) | null): void;
}

export interface StoredChat extends Pick<Saver, 'onEvent' | 'flush' | 'isBusy'> {
  /** Deletes the conversation, or restores it. */
  act(type: 'delete' | 'restore'): void;
  stop(): void;
  /** Resolves once everything stored that can be loaded is in the thread. */
  loaded(): Promise<void>;
}

/** How many of the last messages are read before all others. */
const tailLength = 60;
/** Milliseconds of silence after which a reply that another page is receiving counts as cut off. */
const silence = 30_000;

let wasReported = false;

export { onOwnerChanged } from '../sync/index.ts';

/** Shows what is stored of one conversation, and stores its events. */
export function storeChat(needs: StoredChatOptions): StoredChat {
  const { id, thread, settings, isStored, opened, onQuestionStored, onOtherBranch: onElsewhere } = needs;
  const control = new AbortController();
  // Opened once: if another account uses this page later, its store gets nothing from this chat.
  const opening = openedStore();
  let callOff = () => {};
  let rest: Promise<void> | null = null;
  /** The conversation was not found at the last attempt. */
  let isMissing = false;
  /** Something changed elsewhere while an answer was pending here. */
  let isStale = false;
  const tail = isStored ? loadTail() : Promise.resolve();

  const saver = openSaver({
    conversationId: id,
    ready: tail,
    store: () => opening,
    isInAccount: !isStoredHereOnly(),
    read: thread.read,
    clock: browserClock,
    now: serverNow,
    fields: () => ({ settings: [kept.begin(), serverNow()] }),
    titleOf,
    receiving: (messageId) => markReceiving(id, messageId),
    priceOf(message, usage) {
      const { asked } = message;
      const prices = catalogue.loaded();
      const model = asked && prices?.pricedModel(asked.provider, asked.model, asked.endpoint);
      const cost = model && prices?.costOfUsage(usage, model, message.at, (usage.last ?? usage).input);
      return cost ? Math.round(cost.usd * 1_000_000) : null;
    },
    async estimateOf(conversation, added) {
      const counting = await catalogue.fetch();
      const before = conversation.messages.slice(firstSent(conversation), -1);
      const sent = before.filter(({ isDeleted }) => !isDeleted);
      return {
        input: sent.reduce((sum, message) => sum + tokensOf(message, counting), 0),
        output: textTokens(added, counting),
      };
    },
    onQuestionStored,
    onFailed() {
      if (wasReported) return;
      wasReported = true;
      toast(
        errorToast(
          'This conversation could not be stored',
          'Copy or download what you need before you leave',
        ),
      );
    },
  });

  const kept = keptSettings({
    settings,
    clock: browserClock,
    store: (changed) =>
      new Promise((resolve) => {
        saver.then(async (store) => {
          await store.changeFields(id, ({ fields }) => {
            const [before, at = 0] = fields.settings ?? [];
            return { settings: [changed(before), Math.max(serverNow(), at + 1)] };
          });
          resolve();
        });
      }),
  });

  async function stored() {
    const store = await opening;
    const fields: StampedFields = (await store.conversation(id))?.fields ?? {};
    // At once: it may be changed here while the messages are read.
    kept.received(fieldValue(fields, 'settings'));
    return {
      store,
      leaf: idIn(fields, 'leaf'),
      sentFrom: idIn(fields, 'sent_from'),
      part: messageFile,
      thumbnails: { file: store.file, draw: drawThumbnail },
    };
  }

  async function loadTail() {
    const rendering = markdown.fetch().catch(() => {});
    const found = await fetchConversation(id, control.signal);
    isMissing = found !== 'here';
    if (found !== 'here') return opened(found);
    const { store, leaf, ...reading } = await stored();
    const { messages: rows, more } = await store.tail(id, tailLength);
    const hasLeaf = leaf === null || rows.some(({ message_id }) => message_id === leaf);
    await rendering;
    // A message was sent before the store opened, or another branch was written to last.
    if (!hasLeaf || thread.read().messages.length > 0) await loadRest();
    else {
      const { messages } = storedThread(rows, { leaf, ...reading });
      thread.open({ messages, sentFrom: reading.sentFrom, hasMore: more || messages.length < rows.length });
      void showThumbnails(thread, reading.thumbnails);
    }
    opened('here');
    if (thread.read().hasMore) whenIdle(() => void loaded());
  }

  function loaded(): Promise<void> {
    rest ??= tail.then(loadRest).catch(() => {
      rest = null;
    });
    return rest;
  }

  /** Loads everything before the messages here, and the other branches. */
  async function loadRest() {
    if (!thread.read().hasMore) return;
    await completeConversation(id, control.signal);
    const { store, leaf, ...reading } = await stored();
    const rows = await store.messages(id);
    // With 20,000 messages, each step takes a while.
    await nextTask();
    const { messages: here } = thread.read();
    const lastStored = here.findLast((message) => rows.some(({ message_id }) => message_id === message.id));
    const all = storedThread(rows, { ...reading, leaf: lastStored?.id ?? leaf });
    await nextTask();
    if (thread.read().messages.length === 0) return thread.open(all);
    const [oldest] = thread.read().messages;
    const first = all.messages.findIndex((message) => message.id === oldest?.id);
    thread.loadOlder({ ...all, messages: first < 0 ? all.messages : all.messages.slice(0, first) });
    void showThumbnails(thread, reading.thumbnails);
  }

  /** Everything stored, with the thread it belongs to: reads again if the thread changed meanwhile. */
  async function readAll() {
    for (;;) {
      await saver.done();
      const before = thread.read();
      const { store, ...reading } = await stored();
      const rows = await store.messages(id);
      if (thread.read() === before || before.pending.type !== 'idle') {
        return { store, before, rows, ...reading };
      }
    }
  }

  /** Shows changes from elsewhere, unless an answer is pending here. `isSilent`: nothing has arrived for a while. */
  async function refresh(isSilent = false) {
    await loaded();
    const { store, before, rows, leaf: other, sentFrom, part, thumbnails } = await readAll();
    // Otherwise its messages are only in the account.
    const isGone = rows.length === 0 && ['all', 'none'].includes(await store.partOf(id));
    if (isGone && (await store.unreadableIn(id)) === 0) return removed();
    const { messages, pending, hasMore } = before;
    isStale = pending.type !== 'idle';
    if (isStale || hasMore || rows.length === 0) return;
    function show(leaf: string | null) {
      thread.open(storedThread(rows, { part, leaf, sentFrom, isReceived: () => !isSilent }));
      void showThumbnails(thread, thumbnails);
    }
    show(messages.at(-1)?.id ?? null);
    const isOtherBranch = other !== null && thread.read().messages.every((message) => message.id !== other);
    onElsewhere(
      isOtherBranch
        ? () => {
            onElsewhere(null);
            show(other);
          }
        : null,
    );
    callOff();
    const isGrowing = rows.some(({ role, ended_at }) => role === 'assistant' && ended_at === null);
    if (isGrowing && !isSilent) callOff = browserClock.after(silence, () => void refresh(true));
  }

  /** It was deleted for good: nothing of it may be seen, or sent with the next question. */
  function removed() {
    isMissing = true;
    rest = null;
    thread.open({ messages: [] });
    opened('missing');
  }

  const stopWaiting = thread.listen(() => {
    if (!isStale || thread.read().pending.type !== 'idle') return;
    isStale = false;
    void refresh().catch(() => {});
  });
  const stopListening = onChangedElsewhere((ids) => {
    // A missing conversation may have arrived with a store that opened late, or from the account.
    if (ids.includes(id)) void (isMissing ? loadTail() : refresh()).catch(() => {});
  });

  // Nobody will read the rest of an answer in it, and it has its price.
  const stopRemoved = onRemoved((ids) => ids.includes(id) && thread.stop());

  const release = keepOpen(id);
  whenIdle(() => void catalogue.fetch().catch(() => {}));

  return {
    loaded,
    onEvent: saver.onEvent,
    flush() {
      kept.flush();
      saver.flush();
    },
    act: (type) => saver.then((store) => applyListAction(store, [id], { type }, serverNow)),
    isBusy: saver.isBusy,
    stop() {
      control.abort();
      callOff();
      release();
      stopListening();
      stopRemoved();
      stopWaiting();
      kept.stop();
    },
  };
}

/** The thumbnail of a picture that was attached on another device. */
async function drawThumbnail(part: FilePart) {
  if (part.type !== 'file') return null;
  const [{ redrawn }, picture] = await Promise.all([
    import('./files/redrawn.ts'),
    blobOf(part.data, part.mediaType),
  ]);
  return (await redrawn(picture, { large: null, prefersPng: false })).thumbnail;
}

const nextTask = () => new Promise<void>((resolve) => void browserClock.after(0, resolve));

function idIn(fields: StampedFields, name: string): string | null {
  const value = fieldValue(fields, name);
  return typeof value === 'string' ? value : null;
}
