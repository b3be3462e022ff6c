import { openDraftText } from '../../../../lib/drafts/draft-text.ts';
import { draftEntryOf } from '../../../../lib/drafts/entries.ts';
import { holdsKey, savedKeysChanged } from '../../../../lib/drafts/saved-keys.ts';
import { beforeLeaving, registerUnsavedWork } from '../../../../lib/drafts/unsaved-work.ts';
import { browserClock } from '../../../../lib/schedule/clock.ts';
import { type ListableStorage, storage, tabStorage } from '../../../../lib/state/storage.ts';

/** How the text of a draft is to be posted. */
export interface DraftOptions {
  isOffRecord: boolean;
  /** The post it replies to. */
  replyTo: string | null;
}

const defaults: DraftOptions = { isOffRecord: false, replyTo: null };

/** The entry of how a text is to be posted, by that of the text. */
const optionsOf = (entry: string) => entry.replace('.draft.', '.draft_options.');

/** A storage in which no text is without its options: they are written first, and are nothing without a text. */
function withOptions(store: ListableStorage, options: () => DraftOptions): ListableStorage {
  return {
    ...store,
    write(entry, text) {
      const areStored = store.write(optionsOf(entry), JSON.stringify(options()));
      return store.write(entry, text) && areStored;
    },
  };
}

/** What one person has typed in one space, and how it is to be posted; restored after a reload. */
export function roomDraft(user_id: string, space_id: string, onNotStored = () => {}) {
  const entry = draftEntryOf(user_id, space_id);
  const browser = withOptions(storage, () => options);
  const text = openDraftText({
    entry,
    tab: withOptions(tabStorage, () => options),
    browser: {
      ...browser,
      remove(name) {
        browser.remove(name);
        browser.remove(optionsOf(name));
      },
    },
    clock: browserClock,
    holdsKey,
    onNotStored,
  });
  // Both are read at the same moment: another tab may change them together.
  text.read();
  const source = text.source();
  let options = optionsIn(
    source === null ? tabStorage.read(optionsOf(entry)) : storage.read(optionsOf(source)),
  );

  return {
    text,
    options: (): DraftOptions => options,
    setOptions(next: DraftOptions) {
      const isChanged = next.isOffRecord !== options.isOffRecord || next.replyTo !== options.replyTo;
      options = next;
      // Without a text they are this tab's alone.
      if (text.read() === '') return void tabStorage.write(optionsOf(entry), JSON.stringify(options));
      if (!isChanged) return;
      text.write(text.read());
      text.flush();
    },
    /** Stores what is not stored yet before the tab closes, and keeps what was typed when another tab sends its text. */
    begin(onTaken: () => void): () => void {
      const stops = [
        storage.listen(text.onStorageChange),
        savedKeysChanged.listen(text.onKeysChange),
        text.taken.listen(onTaken),
        beforeLeaving(text.flush),
        registerUnsavedWork({ words: () => null, isLostWithTab: text.isAtRisk }),
      ];
      return () => {
        for (const stop of stops) stop();
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
