import { fieldValue } from '@polylogue/sync';
import { browserClock } from '../../lib/schedule/clock.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { toast } from '../../ui/index.ts';
import { markdown } from '../messages/index.ts';
import { onChangedElsewhere, openedStore, serverNow, titleOf } from '../sync/index.ts';
import type { Thread } from '../thread/index.ts';
import type { Opening } from './opening.ts';
import { openSaver } from './saver.ts';
import { lore } from './steering/lore.ts';
import { settingsOf, storedSettings } from './steering/stored-settings.ts';
import type { ChatWishes } from './steering/wishes.ts';
import { showThumbnails, storedThread } from './stored-thread.ts';
import { wrong } from './words.ts';

// Fetched when the first conversation is stored or opened.

interface KeepNeeds {
  id: string;
  thread: Thread;
  wishes: ChatWishes;
  isStored: boolean;
  opened(opening: Opening): void;
}

interface Kept {
  hear: ReturnType<typeof openSaver>['hear'];
  flush(): void;
  set: ReturnType<typeof openSaver>['set'];
  stop(): void;
  /** Resolves once all that is stored is in the thread. */
  loaded: Promise<void>;
}

/** Milliseconds after the last change until settings are stored. */
const pause = 300;
/** Milliseconds without a word after which a reply that another page receives counts as cut off. */
const silence = 30_000;

let wasTold = false;

/** Shows what is stored of one conversation, and stores what happens in it. */
export function keepConversation({ id, thread, wishes, isStored, opened }: KeepNeeds): Kept {
  /** The settings as they are stored. */
  let known = '';
  let callOff = () => {};
  const loaded = isStored ? load() : Promise.resolve();

  const saver = openSaver({
    conversationId: id,
    ready: loaded,
    store: openedStore,
    read: thread.read,
    clock: browserClock,
    now: serverNow,
    fields: () => ({ settings: [storedSettings(wishes.read()), serverNow()] }),
    titleOf,
    receiving: () => () => {},
    priceOf(message, usage) {
      const { asked } = message;
      const known = lore.now();
      const model = asked && known?.pricedModel(asked.provider, asked.model, asked.endpoint);
      const cost = model && known?.costOf(usage, model, message.at, (usage.last ?? usage).input);
      return cost ? Math.round(cost.usd * 1_000_000) : null;
    },
    onFailed() {
      if (wasTold) return;
      wasTold = true;
      toast(
        wrong('This conversation could not be stored', 'Copy or download what you need before you leave'),
      );
    },
  });

  async function read() {
    const store = await openedStore();
    const conversation = await store.conversation(id);
    return conversation && { conversation, rows: await store.messages(id), file: store.file };
  }

  async function load() {
    const [found] = await Promise.all([read(), markdown.fetch().catch(() => {})]);
    if (!found) return opened('missing');
    const { fields } = found.conversation;
    const { file } = found;
    const stored = storedThread(found.rows, {
      file,
      leaf: idIn(fields, 'leaf'),
      sentFrom: idIn(fields, 'sent_from'),
    });
    const settings = settingsOf(fieldValue(fields, 'settings'));
    known = JSON.stringify(storedSettings(settings));
    wishes.tell({ type: 'wishes-restored', wishes: settings });
    // Somebody was quicker than the store.
    if (thread.read().messages.length > 0) thread.loadOlder(stored);
    else thread.open(stored);
    opened('here');
    void showThumbnails(thread, file);
  }

  /** Takes in what came from elsewhere, as long as nothing is going on here. `isSilent`: nothing has come for long. */
  async function refresh(isSilent = false) {
    await saver.done();
    const found = await read();
    const { messages, pending, sentFrom, hasMore } = thread.read();
    if (!found || pending.type !== 'idle' || hasMore) return;
    const leaf = messages.at(-1)?.id ?? null;
    const isGrowing = found.rows.some(({ role, ended_at }) => role === 'assistant' && ended_at === null);
    thread.open(storedThread(found.rows, { file: found.file, leaf, sentFrom, isReceived: () => !isSilent }));
    callOff();
    if (isGrowing && !isSilent) callOff = browserClock.after(silence, () => void refresh(true));
  }

  const stopListening = onChangedElsewhere((ids) => {
    if (ids.includes(id)) void refresh();
  });

  let unset = () => {};
  const stopSettings = wishes.listen(() => {
    unset();
    unset = browserClock.after(pause, storeSettings);
  });

  function storeSettings() {
    const settings = storedSettings(wishes.read());
    if (JSON.stringify(settings) === known) return;
    known = JSON.stringify(settings);
    saver.set({ settings });
  }

  whenIdle(() => void lore.fetch().catch(() => {}));

  return {
    loaded,
    hear: saver.hear,
    flush: saver.flush,
    set: saver.set,
    stop() {
      callOff();
      stopListening();
      stopSettings();
    },
  };
}

function idIn(fields: Parameters<typeof fieldValue>[0], name: string): string | null {
  const value = fieldValue(fields, name);
  return typeof value === 'string' ? value : null;
}
