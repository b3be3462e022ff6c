import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { safeStorage, storage } from '../../lib/state/storage.ts';
import { giveWorkUp, holdsWork, isWorkGivenUp } from '../../lib/unsaved/unsent.ts';
import { toast } from '../../ui/index.ts';
import {
  answer,
  beforeSending,
  type Choice,
  failureSentence,
  knownModels,
  onSettingChanged,
  readSetting,
  savedProviders,
} from '../keys/index.ts';
import { markdown, openFinding } from '../messages/index.ts';
import { type KeptMessage, openThread } from '../thread/index.ts';
import { openChat } from './chat.ts';
import { watchComingBack } from './coming-back.ts';
import { lostFiles } from './files/lost-files.ts';
import { uploadRefusal } from './files/upload-refusal.ts';
import { keptDraft } from './kept-draft.ts';
import { watchLeaving } from './leaving.ts';
import { openChoosing } from './steering/choosing.ts';
import { openDropping } from './steering/dropping.ts';
import { keptWishes } from './steering/kept-wishes.ts';
import { openMeter } from './steering/open-meter.ts';
import { asQuestion, openWishes } from './steering/wishes.ts';
import { wrong } from './words.ts';

// The one place of this room that holds real things. They outlive the page component: going to another page of
// ours and back loses nothing, and an answer goes on meanwhile.

const asked = (choice: Choice | null) => {
  const setting = readSetting(choice);
  return (
    setting && { provider: setting.type, model: setting.config.model, endpoint: setting.config.endpoint }
  );
};

// Not before the first file: the text box must not wait for it.
const api = () => import('../../api/index.ts');

// Nor must it for what reads files.
const reader = lazy(() => import('./files/reader.ts'));

export const wishes = openWishes();
export const meter = openMeter();

let closeFailure = () => {};

const thread = openThread({
  answer: (messages, signal, choice) =>
    answer({ messages, ...asQuestion(wishes.read()), ...(choice && { choice }) }, signal),
  asked,
  clock: browserClock,
  onFailed(failure, provider) {
    const { title, text, said } = failureSentence(failure, provider);
    closeFailure = toast({ ...wrong(title, text), ...(said && { more: said }) });
  },
});

declare global {
  /** A conversation to begin with, set before the app starts: for the bench and the journeys. */
  var polylogueOpens: readonly KeptMessage[] | undefined;
}
const given = globalThis.polylogueOpens;
// Once what shows messages is here, or cannot be had: they are drawn once.
if (Array.isArray(given)) {
  void markdown
    .fetch()
    .catch(() => {})
    .then(() => thread.open(given));
}

// Whoever asks again has read why it failed.
thread.listen(() => {
  if (thread.read().pending.type === 'loading') closeFailure();
});

export const chat = openChat({
  thread,
  clock: browserClock,
  written: () => draft.read(),
  beforeSending,
  setting: readSetting,
  lore: knownModels,
  saved: savedProviders,
  reader: reader.fetch,
  upload: async (file, way) => (await api()).upload(file, way),
  refusal: async (error) => {
    const { FetchError } = (await api().catch(() => null)) ?? {};
    return FetchError && error instanceof FetchError ? uploadRefusal(error) : null;
  },
  say: toast,
  clearWishes: wishes.clear,
});

/** Sends less of what was said before, from the next question on. Answers whether there was something to leave out. */
export const dropOldest = openDropping(thread, meter.read, async (isWanted) => {
  try {
    const part = await import('./steering/drop-oldest.ts');
    return await part.dropOldest({ thread, meter, say: toast, isWanted });
  } catch {
    if (isWanted()) toast(wrong('This could not be done', 'Check your internet connection, then try again'));
    return false;
  }
});

export const finding = openFinding();
export const choosing = openChoosing();

/** What waits to be sent, that of chats that can still be brought back included. */
const queued = () => [...chat.undoables.read().flatMap((what) => what.queued), ...chat.queue.read()];

export const draft = keptDraft({
  tab: safeStorage(() => sessionStorage),
  browser: storage,
  clock: browserClock,
  ahead: () => queued().map(({ text }) => text),
  onUnkept: () =>
    toast({
      title: 'This browser does not keep your draft',
      text: 'Its storage is full or switched off. Send your text or copy it before you leave.',
    }),
});

chat.queue.listen(draft.changed);
chat.undoables.listen(draft.changed);

const filesToLose = () => [...queued().flatMap(({ files }) => files), ...chat.files.read().waiting];
const lost = lostFiles(safeStorage(() => sessionStorage));

// Not where the page is built ahead.
if (typeof window !== 'undefined') {
  const kept = keptWishes({ wishes, tab: safeStorage(() => sessionStorage), clock: browserClock });
  storage.listen(draft.heard);
  onSettingChanged(() => void chat.attach.refit());
  const said = lost.tell();
  if (said) toast(said);
  watchLeaving(window, {
    wouldLose: () =>
      !isWorkGivenUp() &&
      (thread.read().messages.length > 0 ||
        filesToLose().length > 0 ||
        draft.isAtRisk() ||
        // A reload finds it again, but nobody can say whether it is one: a closed tab takes it along.
        wishes.read().instructions.trim() !== ''),
    flush() {
      draft.flush();
      kept.flush();
      lost.keep(isWorkGivenUp() ? [] : filesToLose().map(({ name }) => name));
    },
  });
  watchComingBack(window, {
    owner: () => readAccessToken(storage.read(accessEntry))?.owner ?? null,
    browser: storage,
    clock: browserClock,
    onGone: beginAnew,
  });
}

/** Nothing of this document is left: not on the screen, not in memory, not in this tab. */
function beginAnew() {
  document.documentElement.hidden = true;
  giveWorkUp();
  try {
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage keeps nothing in it.
  }
  location.reload();
}

// Signing out takes the page along.
holdsWork(() => {
  const { length } = thread.read().messages;
  return length > 0 ? `the conversation in the chat (${length} message${length === 1 ? '' : 's'})` : null;
});
holdsWork(() => (wishes.read().instructions.trim() === '' ? null : 'the system prompt of this chat'));
holdsWork(() => {
  const names = filesToLose().map(({ name }) => name);
  return names.length > 0 ? `files that are not sent (${names.join(', ')})` : null;
});
