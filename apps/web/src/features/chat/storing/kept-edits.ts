import type { Clock } from '../../../lib/schedule/clock.ts';
import { jsonIn } from '../../../lib/state/json-in.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';
import type { Attachment } from '../../messages/index.ts';
import { everyMessage, type Thread } from '../../thread/index.ts';

interface KeptEditsNeeds {
  thread: Pick<Thread, 'read' | 'listen' | 'edits'>;
  /** This tab's: an edit is restored where it was typed. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  entry: string;
  clock: Clock;
  /** Whether a text may be in this tab's memory only. */
  isHeldBack(text: string): boolean;
  /** Whether anything may be stored at the moment. */
  mayStore(): boolean;
}

interface StoredEdit {
  text: string;
  /** The files that were not left out. */
  files: readonly string[];
  isOpen: boolean;
}

/** Milliseconds after the last change until it is stored. */
const pause = 300;

/** Stores the unsent edits of a conversation in this tab, and restores those that were there before a reload. */
export function keepEdits({ thread, tab, entry, clock, isHeldBack, mayStore }: KeptEditsNeeds) {
  const { edits } = thread;
  /** Those whose messages are not here yet. */
  const waiting = new Map(storedEdits(tab.read(entry)));
  let cancel = () => {};

  function flush() {
    cancel();
    if (!mayStore()) return;
    const open = Object.entries(edits.read()).map(([id, { text, attachments, isOpen }]) => {
      const edit: StoredEdit = { text, files: attachments.map(nameOf), isOpen };
      return [id, edit] as const;
    });
    const kept = [...waiting, ...open].filter(([, { text }]) => !isHeldBack(text));
    if (kept.length > 0) tab.write(entry, JSON.stringify(Object.fromEntries(kept)));
    else tab.remove(entry);
  }

  function restore() {
    if (waiting.size === 0) return;
    for (const message of everyMessage(thread.read())) {
      const edit = waiting.get(message.id);
      if (!edit || message.role !== 'user') continue;
      waiting.delete(message.id);
      const { text, files, isOpen } = edit;
      const attachments = message.attachments.filter((file) => files.includes(nameOf(file)));
      const isSame = text === message.content && attachments.length === message.attachments.length;
      if (!isSame) edits.dispatch({ type: 'edit-restored', message, text, attachments, isOpen });
    }
  }

  const stopListening = edits.listen(() => {
    cancel();
    cancel = clock.after(pause, flush);
  });
  const stopWaiting = thread.listen(restore);
  restore();

  return {
    /** Stores what has not been stored yet. */
    flush,
    stop() {
      cancel();
      stopListening();
      stopWaiting();
    },
  };
}

/** Those of one message are told apart by it. */
const nameOf = ({ name, size }: Attachment) => `${size} ${name}`;

const storedEdits = (text: string | null) =>
  Object.entries<StoredEdit>(Object(jsonIn(text))).filter(
    ([, edit]) => typeof edit?.text === 'string' && Array.isArray(edit.files),
  );
