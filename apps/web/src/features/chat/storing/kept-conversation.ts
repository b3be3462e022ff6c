import { serverNow } from '../../../api/index.ts';
import { draftEntryOf, editsEntryOf, isErased } from '../../../lib/drafts/entries.ts';
import { holdsKey, savedKeysChanged } from '../../../lib/drafts/saved-keys.ts';
import { isWorkAbandoned } from '../../../lib/drafts/unsaved-work.ts';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';
import { tabStorage } from '../../../lib/state/storage.ts';
import { toast } from '../../../ui/index.ts';
import { isStoredHereOnly, onRemoved } from '../../conversation/index.ts';
import { catalogue } from '../../keys/index.ts';
import {
  type Fetched,
  keepOpen,
  markReceiving,
  openedStore,
  storeOwner,
  titleOfQuestion,
} from '../../sync/index.ts';
import type { Thread, ThreadEvent, ThreadState } from '../../thread/index.ts';
import type { Opening } from '../opening.ts';
import type { ChatSettingsStore } from '../steering/settings/chat-settings-store.ts';
import { keptSettings } from '../steering/settings/kept-settings.ts';
import { titlesAfterFirstAnswer } from '../titles/after-first-answer.ts';
import { errorToast } from '../words.ts';
import { estimateNow, estimateOf, priceOf } from './answer-price.ts';
import { keepEdits } from './kept-edits.ts';
import { openSaver, type Saver } from './saver.ts';
import { standingTokens } from './standing-of-chat.ts';
import { type StoredView, showStored } from './stored-view.ts';
import { openThumbnails } from './thumbnails.ts';

// This file is fetched when the first conversation is stored or opened.

export interface KeptConversationOptions {
  id: string;
  thread: Thread;
  settings: ChatSettingsStore;
  isStored: boolean;
  /** The folder that it began in; null: none. */
  begunIn(): string | null;
  /** The events of the thread before. */
  missed: readonly [ThreadEvent, ThreadState][];
  opened(opening: Opening): void;
  onQuestionStored(id: string): void;
  /** Another device has continued in another branch of this conversation; `show` goes there. Null: none has. */
  onOtherBranch(show: (() => void) | null): void;
}

export interface KeptConversation extends Pick<Saver, 'flush' | 'isBusy'>, Pick<StoredView, 'loaded'> {
  /** Why nothing may be asked: a question that follows no message would hide all that are in the account. */
  absence(): { title: string; text: string } | null;
  /** Deletes the conversation, or restores it. */
  act(type: 'delete' | 'restore'): void;
  stop(): void;
}

/** What a toast says, and what to do about it. */
const absences: Partial<Record<Fetched, { title: string; text: string }>> = {
  missing: { title: 'This conversation is not here', text: 'Start a new conversation' },
  offline: {
    title: 'This conversation could not be fetched',
    text: 'Reload this page, or start a new conversation',
  },
};

// Most people have none.
const budget = lazy(() => import('../../usage/index.ts'));

let wasReported = false;

export { onOwnerChanged } from '../../sync/index.ts';
export { standingOfChat } from './standing-of-chat.ts';

/** Shows what is stored of one conversation, and stores its events. */
export function keepConversation(options: KeptConversationOptions): KeptConversation {
  const { id, thread, settings, onQuestionStored } = options;
  // Opened once: if another account uses this page later, its store gets nothing from this conversation.
  const store = openedStore();

  const view = showStored({
    ...options,
    store,
    thumbnails: openThumbnails(thread, async (...of) => (await store).file(...of)),
    onSettings: (value) => kept.received(value),
    saved: () => saver.done(),
  });

  const saver = openSaver({
    conversationId: id,
    ready: view.found,
    store: () => store,
    isInAccount: !isStoredHereOnly(),
    read: thread.read,
    clock: browserClock,
    now: serverNow,
    fields: () => {
      const folder = options.begunIn();
      const settings = [kept.begin(), serverNow()] as const;
      return folder === null ? { settings } : { settings, folder: [folder, serverNow()] };
    },
    titleOf: titleOfQuestion,
    receiving: (messageId) => markReceiving(id, messageId),
    priceOf,
    estimateOf: (answer) => estimateOf(answer, (known) => standingTokens(options, answer.asked, known)),
    estimateNow: (answer) => estimateNow(answer, (known) => standingTokens(options, answer.asked, known)),
    onQuestionStored,
    onSpent: () =>
      void budget.fetch().then(
        (part) => part.refreshBudget(),
        () => {},
      ),
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
        saver.add(async (store) => {
          await store.changeFields([id], ({ fields }) => {
            const [before, at = 0] = fields.settings ?? [];
            return { settings: [changed(before), Math.max(serverNow(), at + 1)] };
          });
          resolve();
        });
      }),
  });

  const editsEntry = editsEntryOf(draftEntryOf(storeOwner(), id));
  const edits = keepEdits({
    thread,
    tab: tabStorage,
    entry: editsEntry,
    earlier: storeOwner() === null ? undefined : editsEntryOf(draftEntryOf(null, id)),
    clock: browserClock,
    isHeldBack: holdsKey,
    mayStore: () => !isErased(editsEntry) && !isWorkAbandoned(),
  });
  const stopHoldingBack = savedKeysChanged.listen(edits.flush);

  const giveTitle = titlesAfterFirstAnswer({ conversationId: id, store, stored: saver.done });
  const listeners: ((event: ThreadEvent, state: ThreadState) => void)[] = [saver.onEvent];
  // After the saver, which it waits for. A failure leaves the title as it is.
  if (!options.isStored) listeners.push((...event) => void giveTitle(...event).catch(() => {}));
  for (const event of options.missed) for (const listener of listeners) listener(...event);
  for (const listener of listeners) thread.onEvent(listener);

  // Nobody will read the rest of an answer in it, and it has its price.
  const stopRemoved = onRemoved((ids) => ids.includes(id) && thread.stop());
  const release = keepOpen(id);
  whenIdle(() => void catalogue.fetch().catch(() => {}));

  return {
    loaded: view.loaded,
    absence: () => absences[view.where()] ?? null,
    flush() {
      kept.flush();
      edits.flush();
      saver.flush();
    },
    act: (type) => saver.add((store) => store.applyAction([id], { type })),
    // Without a conversation or a question in it, what waits to be stored are settings of nothing.
    isBusy: () => saver.isBusy() && !(view.where() === 'missing' && thread.read().messages.length === 0),
    stop() {
      view.stop();
      release();
      stopRemoved();
      kept.stop();
      edits.stop();
      stopHoldingBack();
    },
  };
}
