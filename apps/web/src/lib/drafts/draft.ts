import { browserClock } from '../schedule/clock.ts';
import type { Live } from '../state/live.ts';
import { storage, tabStorage } from '../state/storage.ts';
import { type DraftText, type DraftTextNeeds, openDraftText } from './draft-text.ts';
import { fileNames } from './file-names.ts';
import { openPastedTexts, type PastedText } from './pasted-texts.ts';
import { holdsKey, savedKeysChanged } from './saved-keys.ts';
import { pastedTexts } from './text-database.ts';
import { beforeLeaving, isWorkAbandoned, registerUnsavedWork } from './unsaved-work.ts';

/** What a person has written at one place and not sent: a text, how it is to be sent, and the files beside it. */
export interface Draft<Options = null>
  extends Omit<DraftText<Options>, 'onStorageChange' | 'onHeldBackChange'> {
  /** To be called when the files beside it have changed. */
  onFilesChange(): void;
  /** The names of the files that would be lost with the tab. */
  filesAtRisk(): string[];
  /** Stores it, and no longer follows what other tabs do. */
  close(): void;
  /** Follows it again after it was closed. */
  reopen(): void;
}

interface Notice {
  title: string;
  text: string;
  action?: { label: string; act(): void };
}

interface DraftNeeds<Options>
  extends Pick<DraftTextNeeds<Options>, 'entry' | 'earlier' | 'ahead' | 'optionsIn'> {
  /** Whether none of it may be stored; missing: it may. */
  temporary?: Pick<Live<boolean>, 'read' | 'listen'>;
  /** The files beside the text, pasted texts among them. */
  files(): readonly { name: string; pasted?: PastedText | undefined }[];
  /** Called with the pasted texts that were there before a reload. */
  onTexts(texts: readonly PastedText[]): void;
  /** Called with the ids of those that another tab, from which they were, has sent or removed. */
  onTextsGone(ids: readonly string[]): void;
  /** Shows a toast. */
  tell(notice: Notice): void;
}

const names = fileNames(tabStorage);

/** The draft of a place, in the storage of this browser; while a page is built ahead, in memory. */
export function openDraft<Options = null>(needs: DraftNeeds<Options>): Draft<Options> {
  const { temporary, files, onTexts, onTextsGone, tell } = needs;
  let { entry } = needs;
  const isTemporary = () => temporary?.read() === true;
  const isHeldBack = (words: string) => isTemporary() || holdsKey(words);
  const areas = { tab: tabStorage, browser: storage, isHeldBack };
  const { onStorageChange, onHeldBackChange, ...text } = openDraftText({
    ...needs,
    ...areas,
    clock: browserClock,
    onNotStored: () =>
      tell({
        title: 'This browser cannot save your draft',
        text: 'Its storage is full or switched off. Send or copy your text before you leave.',
      }),
    onOther: (other, act) =>
      tell({
        title: 'There is another unsent message here',
        text: other.slice(0, 200),
        action: { label: 'Show it instead', act },
      }),
  });
  const texts = openPastedTexts({ ...needs, ...areas, texts: pastedTexts, onGone: onTextsGone });

  function filesAtRisk(): string[] {
    const atRisk = new Set(texts.atRisk());
    return files().flatMap(({ name, pasted }) => (!pasted || atRisk.has(name) ? name : []));
  }

  function flush() {
    text.flush();
    names.save(entry, isTemporary() || isWorkAbandoned() ? [] : filesAtRisk());
  }

  let stops: (() => void)[] = [];
  function follow() {
    if (typeof window === 'undefined' || stops.length > 0) return;
    stops = [
      storage.listen((name) => {
        onStorageChange(name);
        texts.onStorageChange(name);
      }),
      ...[savedKeysChanged, ...(temporary ? [temporary] : [])].map((changed) =>
        changed.listen(() => {
          onHeldBackChange();
          texts.onHeldBackChange();
        }),
      ),
      beforeLeaving(flush),
      registerUnsavedWork({ words: () => null, isLostWithTab: text.isAtRisk }),
    ];
  }

  follow();
  if (typeof window !== 'undefined') {
    const leftBehind = entry;
    void texts.read().then((found) => {
      onTexts(found);
      const notice = names.takeNotice(
        leftBehind,
        found.map(({ name }) => name),
      );
      if (notice) tell(notice);
    });
  }

  return {
    ...text,
    flush,
    onFilesChange: () => texts.keep(files().flatMap(({ pasted }) => pasted ?? [])),
    rename(other) {
      names.save(entry, []);
      entry = other;
      text.rename(other);
      texts.rename(other);
    },
    filesAtRisk,
    close() {
      flush();
      names.save(entry, []);
      for (const stop of stops.splice(0)) stop();
    },
    reopen: follow,
  };
}
