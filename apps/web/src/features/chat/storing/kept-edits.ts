import type { Clock } from '../../../lib/schedule/clock.ts';
import { jsonIn } from '../../../lib/state/json-in.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';
import type { Attachment } from '../../messages/index.ts';
import { everyMessage, type Thread } from '../../thread/index.ts';

interface KeptEditsNeeds {
  thread: Pick<Thread, 'read' | 'listen' | 'onEvent' | 'edits'>;
  /** This tab's: an edit is restored where it was typed. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  entry: string;
  /** Of the same conversation while it was a visitor's. */
  earlier?: string | undefined;
  clock: Clock;
  /** Whether a text may be in this tab's memory only. */
  isHeldBack(text: string): boolean;
  /** Whether anything may be stored at the moment. */
  mayStore(): boolean;
}

interface StoredContent {
  text: string;
  /** The files that were not left out. */
  files: readonly string[];
}

interface StoredEdit extends StoredContent {
  isOpen: boolean;
  /** What was started over. */
  discarded?: readonly StoredContent[];
}

/** Milliseconds after the last change until it is stored. */
const pause = 300;

/** Stores the unsent edits of a conversation in this tab, and restores those that were there before a reload. */
export function keepEdits({ thread, tab, entry, earlier, clock, isHeldBack, mayStore }: KeptEditsNeeds) {
  const { edits } = thread;
  const ofVisitor = earlier === undefined ? [] : storedEdits(tab.read(earlier));
  /** Those whose messages are not here yet. */
  const waiting = new Map([...ofVisitor, ...storedEdits(tab.read(entry))]);
  let cancel = () => {};

  function flush() {
    cancel();
    if (!mayStore()) return;
    const open = Object.entries(edits.read()).map(([id, edit]) => {
      const { isOpen, discarded } = edit;
      return [id, { ...toStore(edit), isOpen, discarded: discarded.map(toStore) }] as const;
    });
    const mayKeep = ({ text }: StoredContent) => !isHeldBack(text);
    const kept = [...waiting, ...open].flatMap(([id, { discarded, ...edit }]) =>
      mayKeep(edit) ? [[id, { ...edit, discarded: discarded?.filter(mayKeep) }] as const] : [],
    );
    if (kept.length > 0) tab.write(entry, JSON.stringify(Object.fromEntries(kept)));
    else tab.remove(entry);
    // As long as none of its messages is here, the conversation may still be a visitor's.
    if (earlier !== undefined && ofVisitor.some(([id]) => !waiting.has(id))) tab.remove(earlier);
  }

  function restore() {
    if (waiting.size === 0) return;
    for (const message of everyMessage(thread.read())) {
      const edit = waiting.get(message.id);
      if (!edit || message.role !== 'user') continue;
      waiting.delete(message.id);
      const content = ({ text, files }: StoredContent) => ({
        text,
        attachments: message.attachments.filter((file) => files.includes(nameOf(file))),
      });
      const { text, attachments } = content(edit);
      const isSame = text === message.content && attachments.length === message.attachments.length;
      const discarded = (edit.discarded ?? []).map(content);
      if (isSame && discarded.length === 0) continue;
      edits.dispatch({ type: 'edit-restored', message, text, attachments, isOpen: edit.isOpen, discarded });
    }
  }

  const stopListening = edits.listen(() => {
    cancel();
    cancel = clock.after(pause, flush);
  });
  const stopWaiting = thread.listen(restore);
  // A message is here before the previews of its files.
  const stopPreviews = thread.onEvent((event, { messages }) => {
    if (event.type !== 'files-loaded') return;
    const message = messages.find(({ id }) => id === event.id);
    if (message?.role === 'user') edits.dispatch({ type: 'previews-loaded', message });
  });
  restore();

  return {
    /** Stores what has not been stored yet. */
    flush,
    stop() {
      cancel();
      stopListening();
      stopWaiting();
      stopPreviews();
    },
  };
}

type Edit = NonNullable<ReturnType<Thread['edits']['read']>[string]>;

/** Those of one message are told apart by it. */
const nameOf = ({ name, size }: Attachment) => `${size} ${name}`;

const toStore = ({ text, attachments }: Pick<Edit, 'text' | 'attachments'>): StoredContent => ({
  text,
  files: attachments.map(nameOf),
});

const isContent = (one: StoredContent | null) => typeof one?.text === 'string' && Array.isArray(one.files);

const storedEdits = (text: string | null) =>
  Object.entries<StoredEdit>(Object(jsonIn(text))).filter(([, edit]) => {
    const discarded = edit?.discarded ?? [];
    return isContent(edit) && Array.isArray(discarded) && discarded.every(isContent);
  });
