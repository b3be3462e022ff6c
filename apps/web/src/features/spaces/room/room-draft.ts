import { browserClock } from '../../../lib/schedule/clock.ts';
import { type SafeStorage, storage, tabStorage } from '../../../lib/state/storage.ts';
import { storedDraft } from '../../../lib/unsaved/stored-draft.ts';
import { draftEntry } from '../../../lib/unsaved/unsent.ts';

/** How the text of a draft is to be posted. */
export interface DraftOptions {
  isOffRecord: boolean;
  /** The post it replies to. */
  replyTo: string | null;
}

const defaults: DraftOptions = { isOffRecord: false, replyTo: null };

/** The storage entry of what one person has typed in one space. */
export const roomDraftEntry = (user_id: string, space_id: string): string =>
  `${draftEntry}.${user_id}.${space_id}`;

/** What one person has typed in one space, and how it is to be posted; restored after a reload. */
export function roomDraft(user_id: string, space_id: string, onNotStored = () => {}) {
  const entry = roomDraftEntry(user_id, space_id);
  const optionsEntry = `polylogue.draft_options.${user_id}.${space_id}`;

  /** A storage in which no text is without its options: they are written first, and are nothing without a text. */
  function withOptions(store: SafeStorage) {
    const write = (name: string, value: string) => {
      const areStored = store.write(optionsEntry, JSON.stringify(options));
      return store.write(name, value) && areStored;
    };
    return { ...store, write };
  }

  const text = storedDraft({
    entry,
    tab: withOptions(tabStorage),
    browser: withOptions(storage),
    clock: browserClock,
    onNotStored,
  });
  // Both are read at the same moment: another tab may change them together.
  const isFromTab = tabStorage.read(entry) !== null || text.read() === '';
  let options = optionsIn((isFromTab ? tabStorage : storage).read(optionsEntry));

  return {
    text,
    options: (): DraftOptions => options,
    setOptions(next: DraftOptions) {
      const isChanged = next.isOffRecord !== options.isOffRecord || next.replyTo !== options.replyTo;
      options = next;
      // Without a text they are this tab's alone.
      if (text.read() === '') return void tabStorage.write(optionsEntry, JSON.stringify(options));
      if (!isChanged) return;
      text.write(text.read());
      text.flush();
    },
    /** Stores what is not stored yet before the tab closes, and keeps what was typed when another tab sends its text. */
    begin(onTaken: () => void): () => void {
      const stops = [storage.listen(text.onStorageChange), text.taken.listen(onTaken)];
      addEventListener('pagehide', text.flush);
      return () => {
        for (const stop of stops) stop();
        removeEventListener('pagehide', text.flush);
        text.flush();
      };
    },
  };
}

export type RoomDraft = ReturnType<typeof roomDraft>;

function optionsIn(stored: string | null): DraftOptions {
  try {
    const { isOffRecord, replyTo } = JSON.parse(stored ?? '{}') as Partial<DraftOptions>;
    return { isOffRecord: isOffRecord === true, replyTo: typeof replyTo === 'string' ? replyTo : null };
  } catch {
    return defaults;
  }
}
