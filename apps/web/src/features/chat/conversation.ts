import { type Draft, openDraft } from '../../lib/drafts/draft.ts';
import { draftEntryOf } from '../../lib/drafts/entries.ts';
import { withKeysMasked } from '../../lib/drafts/saved-keys.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { type Live, live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';
import { toast } from '../../ui/index.ts';
import {
  answerInChat,
  beforeSending,
  type Choice,
  failureSentence,
  knownModels,
  readSetting,
  savedProviders,
} from '../keys/index.ts';
import { type Finding, openFinding, type Target } from '../messages/index.ts';
import { openThread, type Thread, withFilesFirst } from '../thread/index.ts';
import { usedUp, usedUpEntry } from '../usage/used-up/index.ts';
import { type Chat, type ChatNeeds, openChat } from './chat.ts';
import { draftAccount } from './draft-account.ts';
import { uploadRefusal } from './files/upload-refusal.ts';
import { lateKeeping } from './late-keeping.ts';
import type { Opening } from './opening.ts';
import { standingParts } from './standing-parts.ts';
import { type Meter, openMeter } from './steering/cost/open-meter.ts';
import { type ModelChooser, openModelChooser } from './steering/models/model-chooser.ts';
import {
  asQuestion,
  type ChatSettingsStore,
  openChatSettings,
} from './steering/settings/chat-settings-store.ts';
import { errorToast } from './words.ts';

type Show = (() => void) | null;

/** One conversation and everything around it. It outlives its page: an answer keeps arriving while another page is shown. */
export interface Conversation extends Chat {
  id: string;
  /** Whose it is; null: a visitor's. A temporary one becomes that of the account they sign in to. */
  account: string | null;
  /** Whether none of it is stored. Changes only until it has begun. */
  temporary: Live<boolean, boolean>;
  settings: ChatSettingsStore;
  meter: Meter;
  draft: Draft;
  finding: Finding;
  modelChooser: ModelChooser;
  opening: Pick<Live<Opening>, 'read' | 'start' | 'listen'>;
  /** Goes to the branch in which another device has continued, when it is not on the screen. */
  otherBranch: Pick<Live<Show>, 'read' | 'start' | 'listen'>;
  /** The message that the reader wants to see. */
  goingTo: Live<Target, Target>;
  /** Resolves once everything stored that can be loaded is here. */
  loaded(): Promise<void>;
  /** The same, and whether that is all; if not, a toast says what was done without the rest. */
  whole(done: string): Promise<boolean>;
  /** Leaves out the oldest messages from the next question on. Returns whether there were any to leave out. */
  dropOldest(): Promise<boolean>;
  /** Whether a message is not stored yet. */
  isUnsaved(): boolean;
  /** Deletes the conversation, or restores it. */
  act(type: 'delete' | 'restore'): void;
  /** Stores what has arrived right away: the page may be about to close. */
  flush(): void;
  /** Stops listening: the chat is no longer shown. */
  close(): void;
}

interface ConversationOptions {
  id: string;
  /** Whether it is stored already; otherwise it begins with its first question. */
  isStored: boolean;
  /** Called with its first question. */
  onBegun(active: Conversation): void;
  /** Whether it is on the page. */
  isShown(active: Conversation): boolean;
}

const modelFor = (choice: Choice | null) => {
  const setting = readSetting(choice);
  return (
    setting && { provider: setting.type, model: setting.config.model, endpoint: setting.config.endpoint }
  );
};

// Loaded with the first file: the text box must not wait for it.
const api = () => import('../../api/index.ts');

// Nor for the code that reads files.
const reader = lazy(() => import('../file-reading/reader.ts'));

const accountOfDrafts = draftAccount(storage);

const chatNeeds = {
  clock: browserClock,
  usedUp: () => usedUp(storage.read(usedUpEntry), Date.now()),
  withoutKeys: withKeysMasked,
  setting: readSetting,
  catalogue: knownModels,
  saved: savedProviders,
  reader: reader.fetch,
  isInAccount: () => accountOfDrafts() !== null,
  upload: async (file, way) => (await api()).upload(file, way),
  refusal: async (error) => {
    const { FetchError } = (await api().catch(() => null)) ?? {};
    return FetchError && error instanceof FetchError ? uploadRefusal(error) : null;
  },
  showToast: toast,
} satisfies Partial<ChatNeeds>;

export function openConversation({ id, isStored, onBegun, isShown }: ConversationOptions): Conversation {
  const temporary = live<boolean, boolean>(false, (_, now) => now);
  const opening = live<Opening, Opening>(isStored ? 'opening' : 'new', (_, now) => now);
  const settings = openChatSettings();
  const meter = openMeter();
  /** The texts of questions that are not stored yet, by id. */
  const unstored = new Map<string, string>();
  const otherBranch = live<Show, Show>(null, (_, show) => show);
  let closeFailure = () => {};
  let begunIn: string | null = null;
  const chatToAsk = { id, settings, begunIn: () => begunIn };
  const standing = standingParts(chatToAsk, modelFor);
  const thread = openThread({
    answer: (messages, signal, choice) =>
      answerInChat(
        {
          messages: withFilesFirst(messages, standing.read().files),
          ...asQuestion(settings.read(), standing.read().instructions),
          choice,
        },
        signal,
      ),
    ready: standing.ready,
    modelFor,
    clock: browserClock,
    loaded: (signal) => keeping.loadedToAsk(signal),
    onFailed(failure, asked) {
      const { title, text, quote } = failureSentence(failure, asked?.provider ?? null, asked?.endpoint);
      closeFailure = toast({ ...errorToast(title, text), ...(quote && { more: quote }) });
    },
  });
  thread.onEvent((event) => {
    if (event.type !== 'question-asked') return;
    if (opening.read() === 'new') begun();
    // Storing a huge text twice would take longer than storing it where it belongs.
    if (temporary.read() || event.question.content.length >= 100_000) return;
    unstored.set(event.question.id, event.question.content);
    // After the text box has been emptied: the text would be there twice.
    queueMicrotask(draft.onQueueChange);
  });
  const keeping = lateKeeping({
    ...chatToAsk,
    thread,
    isTemporary: temporary.read,
    isStored,
    opened: opening.dispatch,
    onQuestionStored: (question) => unstored.delete(question) && draft.onQueueChange(),
    onOtherBranch: otherBranch.dispatch,
  });
  if (isStored) thread.open({ messages: [], hasMore: true });

  // Asking again dismisses the failure: it has been read.
  thread.listen(() => {
    if (thread.read().pending.type === 'loading') closeFailure();
  });

  const chat = openChat({
    ...chatNeeds,
    beforeSending: (choice) => keeping.refusal() ?? beforeSending(choice),
    whole: keeping.whole,
    thread,
    draftText: () => draft.read(),
    clearDraft: () => draft.clear(),
    isShown: () => isShown(active),
    isTemporary: temporary.read,
  });

  // A visitor's text is continued with the account that they then sign in to.
  const account = accountOfDrafts();
  const draftId = isStored ? id : null;
  const draft = openDraft({
    entry: draftEntryOf(account, draftId),
    earlier: draftEntryOf(null, draftId),
    ahead: () => [...unstored.values(), ...chat.queue.read().map(({ text }) => text)],
    files: () => [...chat.queue.read().flatMap(({ files }) => files), ...chat.attach.read()],
    temporary,
    onTexts: chat.attach.restoreTexts,
    onTextsGone: chat.attach.removeTexts,
    tell: toast,
  });
  for (const changed of [draft.onQueueChange, draft.onFilesChange]) chat.queue.listen(changed);
  chat.attach.listen(draft.onFilesChange);

  const active: Conversation = {
    id,
    account,
    temporary,
    ...chat,
    ...keeping,
    settings,
    meter,
    draft,
    finding: openFinding(),
    modelChooser: openModelChooser(),
    opening,
    otherBranch,
    goingTo: live<Target, Target>(null, (_, target) => target),
    dropOldest: () => dropOldest(thread, meter),
    isUnsaved: keeping.isBusy,
    close() {
      unstored.clear();
      draft.close();
      keeping.stop();
    },
  };

  function begun() {
    begunIn = new URLSearchParams(location.search).get('folder');
    opening.dispatch('here');
    if (temporary.read()) return;
    draft.rename(draftEntryOf(account, id));
    onBegun(active);
    keeping.begin(() => {
      toast(errorToast('This conversation is not stored yet', 'Keep this page open until you are online'));
    });
  }

  if (isStored) keeping.begin(() => opening.dispatch('offline'));
  return active;
}

async function dropOldest(thread: Thread, meter: Meter): Promise<boolean> {
  try {
    const part = await import('./steering/cost/drop-oldest.ts');
    return await part.dropOldest(thread, meter, toast);
  } catch {
    toast(errorToast('That did not work', 'Check your internet connection, then try again'));
    return false;
  }
}
