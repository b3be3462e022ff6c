import { browserClock } from '../../../lib/schedule/clock.ts';
import { storage, tabStorage } from '../../../lib/state/storage.ts';
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
  const text = storedDraft({ entry, tab: tabStorage, browser: storage, clock: browserClock, onNotStored });
  return {
    text,
    options: (): DraftOptions => optionsIn(tabStorage.read(optionsEntry) ?? storage.read(optionsEntry)),
    /** Each tab has its own, as it has its own text. */
    setOptions(options: DraftOptions) {
      const value = JSON.stringify(options);
      tabStorage.write(optionsEntry, value);
      storage.write(optionsEntry, value);
    },
    /** Stores what is not stored yet before the tab closes, and keeps it when another tab has sent its text. */
    begin(): () => void {
      const stopListening = storage.listen(text.onStorageChange);
      addEventListener('pagehide', text.flush);
      return () => {
        stopListening();
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
