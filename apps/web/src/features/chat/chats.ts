import { isId, newId } from '@polylogue/sync';
import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { withKeysMasked } from '../../lib/drafts/saved-keys.ts';
import {
  abandonWork,
  beforeLeaving,
  mayLeavePage,
  registerUnsavedWork,
} from '../../lib/drafts/unsaved-work.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { live } from '../../lib/state/live.ts';
import { storage, tabStorage } from '../../lib/state/storage.ts';
import { manyOf } from '../../lib/text/counts.ts';
import { toast } from '../../ui/index.ts';
import { onSettingChanged } from '../keys/index.ts';
import { unsentEdits } from '../messages/index.ts';
import { watchBfcache } from './bfcache.ts';
import { type Conversation, openConversation } from './conversation.ts';
import { keepingCode } from './late-keeping.ts';
import { rememberedSettings } from './steering/settings/remembered-settings.ts';

// The chats of this document: the one that has not begun, and the most recently used ones. early.ts imports this, so
// there is no React here, and the router is notified of a new address by the history.

/** How many stay in memory, so that returning to them is instant. */
const most = 8;

/** By id, the most recently used one last. */
const begun = new Map<string, Conversation>();
let fresh: { active: Conversation; forgetSettings(): void } | null = null;
/** What a visitor had beside the text boxes of stored conversations, by id, until the account that they signed in to opens them. */
const visitorsFiles = new Map<string, ReturnType<typeof unsentFiles>>();

/** Incremented when an address gets another chat. */
const changes = live<number, 'changed'>(0, (count) => count + 1);
export const chatsChanged: Pick<typeof changes, 'read' | 'listen' | 'start'> = changes;

/** The id in the address of a conversation; null: a new one. */
export function idInPath(path: string): string | null {
  const [, id = ''] = /^\/chat\/([^/]+)\/?$/.exec(path) ?? [];
  return isId(id) ? id : null;
}

let shown: Conversation | null = null;

/** Whether another chat was on the page before this one: its text box takes the focus. */
export function isFocusWanted(active: Conversation): boolean {
  const isWanted = shown !== null && shown !== active;
  shown = active;
  return isWanted;
}

/** The chat of a conversation; null: the one that has not begun yet. */
export function chatOf(id: string | null): Conversation {
  return id === null ? newChat() : storedChat(id);
}

function storedChat(id: string): Conversation {
  const active = begun.get(id) ?? openStored(id);
  begun.delete(id);
  begun.set(id, active);
  forgetOldest();
  return active;
}

function openStored(id: string) {
  const active = openConversation({ id, isStored: true, onBegun() {}, isShown });
  void active.attach.adopt(visitorsFiles.get(id) ?? []);
  visitorsFiles.delete(id);
  return active;
}

/** Going by the address. */
function isShown(active: Conversation): boolean {
  const { pathname } = location;
  const id = idInPath(pathname);
  return pathname.startsWith('/chat') && active === (id ? begun.get(id) : fresh?.active);
}

function newChat(): Conversation {
  fresh ??= openNew();
  return fresh.active;
}

function openNew() {
  const active = openConversation({ id: newId(), isStored: false, onBegun, isShown });
  const { settings, temporary } = active;
  if (typeof window === 'undefined') return { active, forgetSettings() {} };
  const remember = () => rememberedSettings({ settings, tab: tabStorage, withoutKeys: withKeysMasked });
  let forget = remember();
  temporary.listen(() => {
    forget();
    if (!temporary.read()) forget = remember();
  });
  return { active, forgetSettings: () => forget() };
}

/** The chat gets an address of its own. */
function onBegun(active: Conversation) {
  if (fresh?.active === active) {
    fresh.forgetSettings();
    fresh = null;
  }
  begun.set(active.id, active);
  forgetOldest();
  if (location.pathname === '/chat') history.replaceState(null, '', `/chat/${active.id}`);
  changes.dispatch('changed');
}

function show(path: string) {
  history.pushState(null, '', path);
  changes.dispatch('changed');
}

/** From a toast, which may be pressed on another page, where something may be typed. */
async function goBack(path: string) {
  if (await mayLeavePage()) show(path);
}

/** Opens a chat that has not begun, and offers to go back; or a temporary one that is under way. */
export function startNew(from: Conversation): void {
  const isEmpty = fresh?.active.thread.read().messages.length === 0;
  // What was written, attached or set in it is still there; of a temporary one nothing is stored.
  const isWaiting =
    fresh !== null &&
    fresh.active !== from &&
    !(isEmpty && fresh.active.temporary.read() && isBoxEmpty(fresh.active));
  if (!isWaiting) {
    fresh?.forgetSettings();
    fresh?.active.close();
    fresh = openNew();
  }
  const active = newChat();
  const path = location.pathname;
  show('/chat');
  if (isWaiting && !isEmpty) return;
  active.undoables.offer('New conversation started', 'Undo new conversation', () => {
    if (from.temporary.read()) {
      fresh?.active.close();
      fresh = { active: from, forgetSettings() {} };
      from.draft.reopen();
    }
    void goBack(path);
  });
}

const isBoxEmpty = ({ draft, attach }: Conversation) => !draft.read() && attach.read().length === 0;

/** Deletes a conversation, which can be restored, and opens a new one. */
export function deleteChat(active: Conversation): void {
  const path = location.pathname;
  active.thread.stop();
  active.act('delete');
  newChat();
  show('/chat');
  toast({
    title: 'Conversation deleted',
    action: {
      label: 'Undo',
      act() {
        active.act('restore');
        void goBack(path);
      },
    },
  });
}

/** Closes the chats used longest ago, except busy ones. */
function forgetOldest() {
  for (const [id, active] of begun) {
    if (begun.size <= most) return;
    if (isBusy(active)) continue;
    active.close();
    begun.delete(id);
  }
}

const isBusy = ({ thread, queue, attach, isUnsaved }: Conversation) =>
  isUnsaved() ||
  thread.read().pending.type !== 'idle' ||
  queue.read().length > 0 ||
  attach.read().length > 0 ||
  unsentEdits(thread.edits.read()).length > 0;

const owner = () => readAccessToken(storage.read(accessEntry))?.owner ?? null;

const all = () => [...begun.values(), ...(fresh ? [fresh.active] : [])];

const editsToLose = () => all().flatMap(({ thread }) => unsentEdits(thread.edits.read()));

// Not while the page is prerendered.
if (typeof window !== 'undefined') {
  onSettingChanged(() => {
    for (const { attach } of all()) void attach.refit();
  });
  beforeLeaving(() => {
    for (const active of all()) active.flush();
  });
  whenIdle(() => {
    keepingCode.fetch().then(
      ({ onOwnerChanged }) => onOwnerChanged(forgetAll),
      () => {},
    );
  });
  watchBfcache(window, {
    owner,
    browser: storage,
    clock: browserClock,
    onOwnerChanged: reloadEmpty,
  });
}

const instructionsOfNew = () => fresh?.active.settings.read().instructions.trim() ?? '';

/** Another account uses this page now: none of the earlier chats may be seen. What a visitor has not sent goes along. */
function forgetAll() {
  const account = owner();
  const before = all();
  const left = fresh;
  begun.clear();
  visitorsFiles.clear();
  fresh = null;
  for (const active of before) {
    const goesAlong = active.account === null && account !== null;
    if (goesAlong && active.temporary.read() && active.thread.read().messages.length > 0) {
      active.account = account;
      fresh = left;
      continue;
    }
    const files = goesAlong ? unsentFiles(active) : [];
    active.thread.stop();
    active.close();
    // Their uploads end with them. A pasted text belongs to the draft, which is continued with the account.
    for (const { id, pasted } of active.attach.read()) if (!pasted) active.attach.remove(id);
    if (active === left?.active) left.forgetSettings();
    if (!goesAlong) continue;
    if (active === left?.active) continueWithAccount(active, files);
    else visitorsFiles.set(active.id, files);
  }
  changes.dispatch('changed');
}

/** Those that no storage has for the account. */
const unsentFiles = ({ attach, queue, temporary }: Conversation) =>
  [...queue.read().flatMap(({ files }) => files), ...attach.read()].filter(
    ({ pasted }) => !pasted || temporary.read(),
  );

/** What a visitor has written, set and put beside the text box of a chat that has not begun. */
function continueWithAccount(
  { draft, temporary, settings }: Conversation,
  files: ReturnType<typeof unsentFiles>,
) {
  const active = newChat();
  // No storage has it for the account.
  if (draft.isAtRisk()) active.draft.write(draft.read());
  if (temporary.read()) active.temporary.dispatch(true);
  active.settings.dispatch({ type: 'settings-restored', settings: settings.read() });
  void active.attach.adopt(files);
}

/** Reloads, and leaves nothing of this document on the screen, in memory or in this tab's storage. */
function reloadEmpty() {
  document.documentElement.hidden = true;
  abandonWork();
  try {
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage keeps nothing in it.
  }
  // The address goes too: the current user would be told that the conversation is not theirs.
  history.replaceState(null, '', '/chat');
  location.reload();
}

const loses = (words: () => string | null) => registerUnsavedWork({ words });
loses(() => {
  const length = all()
    .filter(({ temporary }) => temporary.read())
    .reduce((sum, { thread }) => sum + thread.read().messages.length, 0);
  return length > 0 ? `the temporary conversation (${manyOf(length, 'message')})` : null;
});
// A reload would restore it, and closing the tab would lose it; they cannot be told apart.
loses(() => (instructionsOfNew() === '' ? null : 'the system prompt of this conversation'));
loses(() => {
  const names = [
    ...all().flatMap(({ draft }) => draft.filesAtRisk()),
    ...[...visitorsFiles.values()].flat().map(({ name }) => name),
  ];
  return names.length > 0 ? `unsent files (${names.join(', ')})` : null;
});
loses(() => {
  const { length } = editsToLose();
  return length > 0 ? manyOf(length, 'unsent edit') : null;
});
registerUnsavedWork({
  words: () => null,
  isLostWithTab: () => all().some((active) => active.isUnsaved()),
});
