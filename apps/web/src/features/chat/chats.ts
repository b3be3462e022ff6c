import { isId, newId } from '@polylogue/sync';
import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { live } from '../../lib/state/live.ts';
import { safeStorage, storage } from '../../lib/state/storage.ts';
import { beginEntry, giveWorkUp, holdsWork, isWorkGivenUp } from '../../lib/unsaved/unsent.ts';
import { toast } from '../../ui/index.ts';
import { onSettingChanged } from '../keys/index.ts';
import { markdown } from '../messages/index.ts';
import type { StoredMessage } from '../thread/index.ts';
import { type ActiveChat, openActiveChat, storedChatCode } from './active-chat.ts';
import { watchComingBack } from './coming-back.ts';
import { lostFiles } from './files/lost-files.ts';
import { watchLeaving } from './leaving.ts';
import { type RememberedSettings, rememberedSettings } from './steering/remembered-settings.ts';

// The chats of this document: the one that has not begun, and the most recently used ones. The page's first script
// imports this: no React here, and the router learns of a new address from the history itself.

/** How many stay in memory, so that going back to them is instant. */
const most = 8;

const tab = safeStorage(() => sessionStorage);

/** By id, the most recently used one last. */
const begun = new Map<string, ActiveChat>();
let fresh: { one: ActiveChat; settings: RememberedSettings | null } | null = null;

/** Goes up when an address gets another chat. */
const changes = live<number, 'changed'>(0, (count) => count + 1);
export const chatsChanged: Pick<typeof changes, 'read' | 'listen' | 'start'> = changes;

/** The id in the address of a conversation; null: a new one. */
export function idInPath(path: string): string | null {
  const [, id = ''] = /^\/chat\/([^/]+)\/?$/.exec(path) ?? [];
  return isId(id) ? id : null;
}

let shown: ActiveChat | null = null;

/** Whether another chat was on the page before this one: its text box takes the focus. */
export function isFocusWanted(one: ActiveChat): boolean {
  const isWanted = shown !== null && shown !== one;
  shown = one;
  return isWanted;
}

/** The first message of a conversation when it was written on another page; given out once. */
export function takeBeginning(): string | null {
  const text = tab.read(beginEntry);
  tab.remove(beginEntry);
  return text;
}

/** The chat of a conversation; null: the one that has not begun yet. */
export function chatOf(id: string | null): ActiveChat {
  return id === null ? newChat() : storedChat(id);
}

function storedChat(id: string): ActiveChat {
  const one = begun.get(id) ?? openActiveChat({ id, isTemporary: false, isStored: true, onBegun() {} });
  begun.delete(id);
  begun.set(id, one);
  forgetOldest();
  return one;
}

function newChat(): ActiveChat {
  fresh ??= openNew(false);
  return fresh.one;
}

function openNew(isTemporary: boolean) {
  const one = openActiveChat({ id: newId(), isTemporary, isStored: false, onBegun });
  const settings =
    typeof window === 'undefined' || isTemporary
      ? null
      : rememberedSettings({ settings: one.settings, tab, clock: browserClock });
  return { one, settings };
}

/** The chat gets an address of its own. */
function onBegun(one: ActiveChat) {
  if (fresh?.one === one) {
    fresh.settings?.stop();
    fresh = null;
  }
  begun.set(one.id, one);
  forgetOldest();
  if (location.pathname === '/chat') history.replaceState(null, '', `/chat/${one.id}`);
  changes.dispatch('changed');
}

/** Goes to a chat that has not begun, and offers to go back. */
export function startNew(from: ActiveChat, { isTemporary = false } = {}): void {
  fresh?.settings?.stop();
  fresh?.one.close();
  fresh = openNew(isTemporary);
  const { one } = fresh;
  const path = location.pathname;
  history.pushState(null, '', '/chat');
  changes.dispatch('changed');
  one.chat.done('New chat started', 'Undo new chat', () => {
    if (from.isTemporary) fresh = { one: from, settings: null };
    history.pushState(null, '', path);
    changes.dispatch('changed');
  });
}

/** Moves a conversation to the deleted ones, and goes to a new one. */
export function deleteChat(one: ActiveChat): void {
  const path = location.pathname;
  one.thread.stop();
  one.set({ deleted: true });
  newChat();
  history.pushState(null, '', '/chat');
  changes.dispatch('changed');
  toast({
    title: 'Conversation deleted',
    action: {
      label: 'Undo',
      act() {
        one.set({ deleted: false });
        history.pushState(null, '', path);
        changes.dispatch('changed');
      },
    },
  });
}

/** Closes the chats used longest ago, except busy ones. */
function forgetOldest() {
  for (const [id, one] of begun) {
    if (begun.size <= most) return;
    if (isBusy(one)) continue;
    one.close();
    begun.delete(id);
  }
}

const isBusy = ({ thread, chat }: ActiveChat) =>
  thread.read().pending.type !== 'idle' ||
  chat.queue.read().length > 0 ||
  chat.files.read().waiting.length > 0;

const all = () => [...begun.values(), ...(fresh ? [fresh.one] : [])];

declare global {
  /** A conversation to begin with, set before the app starts: for the bench and the journeys. */
  var polylogueOpens: readonly StoredMessage[] | undefined;
}
const given = globalThis.polylogueOpens;
// Once the code that shows messages has loaded or failed, so that they are rendered only once.
if (Array.isArray(given)) {
  void markdown
    .fetch()
    .catch(() => {})
    .then(() => newChat().thread.open({ messages: given }));
}

const filesToLose = () =>
  all().flatMap(({ chat }) => [
    ...chat.queue.read().flatMap(({ files }) => files),
    ...chat.files.read().waiting,
  ]);
const lost = lostFiles(tab);

// Not where the page is built ahead.
if (typeof window !== 'undefined') {
  storage.listen((name) => {
    for (const { draft } of all()) draft.heard(name);
  });
  onSettingChanged(() => {
    for (const { chat } of all()) void chat.attach.refit();
  });
  const said = lost.tell();
  if (said) toast(said);
  watchLeaving(window, {
    wouldLose: () =>
      !isWorkGivenUp() &&
      (all().some(isLost) ||
        filesToLose().length > 0 ||
        all().some(({ draft }) => draft.isAtRisk()) ||
        // A reload would find it again and closing the tab would lose it; there is no telling which is coming.
        instructionsOfNew() !== ''),
    flush() {
      for (const one of all()) {
        one.draft.flush();
        one.flush();
      }
      fresh?.settings?.flush();
      lost.keep(isWorkGivenUp() ? [] : filesToLose().map(({ name }) => name));
    },
  });
  whenIdle(() => {
    storedChatCode.fetch().then(
      ({ onOwnerChanged }) => onOwnerChanged(forgetAll),
      () => {},
    );
  });
  watchComingBack(window, {
    owner: () => readAccessToken(storage.read(accessEntry))?.owner ?? null,
    browser: storage,
    clock: browserClock,
    onGone: beginAnew,
  });
}

const instructionsOfNew = () => fresh?.one.settings.read().instructions.trim() ?? '';

/** Whether some of its messages are stored nowhere. */
const isLost = (one: ActiveChat) =>
  one.isUnsaved() || (one.isTemporary && one.thread.read().messages.length > 0);

/** Somebody else is using this page now: they see nothing of what was said before. */
function forgetAll() {
  for (const one of all()) {
    one.thread.stop();
    one.close();
  }
  begun.clear();
  fresh?.settings?.stop();
  fresh = null;
  changes.dispatch('changed');
}

/** Leaves nothing of this document: not on the screen, not in memory, not in this tab's storage. */
function beginAnew() {
  document.documentElement.hidden = true;
  giveWorkUp();
  try {
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage keeps nothing in it.
  }
  // Nor in the address: the person here now would be told that the conversation is not theirs.
  history.replaceState(null, '', '/chat');
  location.reload();
}

// Work that signing out would lose.
holdsWork(() => {
  const length = all()
    .filter(({ isTemporary }) => isTemporary)
    .reduce((sum, { thread }) => sum + thread.read().messages.length, 0);
  return length > 0 ? `the temporary chat (${length} message${length === 1 ? '' : 's'})` : null;
});
holdsWork(() => (instructionsOfNew() === '' ? null : 'the system prompt of this chat'));
holdsWork(() => {
  const names = filesToLose().map(({ name }) => name);
  return names.length > 0 ? `unsent files (${names.join(', ')})` : null;
});
