import type { Clock } from '../schedule/clock.ts';
import { type Live, live } from '../state/live.ts';
import type { SafeStorage } from '../state/storage.ts';

/** What a person has typed and not sent, as this browser stores it. */
export interface StoredDraft {
  read(): string;
  write(text: string): void;
  /** To be called when the messages waiting to be sent have changed. */
  onQueueChange(): void;
  /** Writes what has not been written yet. */
  flush(): void;
  /** Stores it under another name from now on. */
  rename(entry: string): void;
  /** To be called when an entry of the browser's storage has changed, here or in another tab; null: all were cleared. */
  onStorageChange(name: string | null): void;
  /** Notifies when another tab has sent or cleared a text that this one only showed: it is no draft any more. */
  taken: Pick<Live<number>, 'listen'>;
  /** Whether the text would be lost with the tab. */
  isAtRisk(): boolean;
}

interface StoredDraftNeeds {
  /** The name of the storage entry. */
  entry: string;
  /** This tab's storage: each tab has its own draft. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  /** The browser's storage, so that closing the tab does not lose the draft. */
  browser: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  clock: Clock;
  /** Earlier texts waiting to be sent: stored in front of the draft, they are part of it after a reload. */
  ahead?(): readonly string[];
  /** Called once if the browser cannot store the draft. */
  onNotStored(): void;
}

/** Milliseconds after the last key press until the text is stored. */
const pause = 300;

export function storedDraft({
  tab,
  browser,
  clock,
  ahead,
  onNotStored,
  ...needs
}: StoredDraftNeeds): StoredDraft {
  let { entry } = needs;
  // Read when first needed: a page that is built ahead has no storage.
  let text: string | null = null;
  /** It is another tab's text, or that of a closed one, and nobody has changed it here. */
  let isAdopted = false;
  let isStored = true;
  let wasReported = false;
  let callOff: (() => void) | null = null;
  const taken = live<number, 'taken'>(0, (count) => count + 1);

  function read(): string {
    if (text === null) {
      const own = tab.read(entry);
      text = own ?? browser.read(entry) ?? '';
      isAdopted = own === null && text !== '';
    }
    return text;
  }

  function fullText(): string {
    const waiting = ahead?.() ?? [];
    return waiting.length === 0 ? read() : [...waiting, read()].filter(Boolean).join('\n\n');
  }

  function scheduleFlush() {
    callOff?.();
    callOff = clock.after(pause, flush);
  }

  function flush() {
    if (!callOff) return;
    callOff();
    callOff = null;
    isAdopted = false;
    const all = fullText();
    if (all === '') {
      tab.remove(entry);
      browser.remove(entry);
      isStored = true;
      return;
    }
    tab.write(entry, all);
    isStored = browser.write(entry, all);
    if (isStored || wasReported) return;
    wasReported = true;
    onNotStored();
  }

  return {
    read,
    write(written) {
      text = written;
      isAdopted = false;
      scheduleFlush();
      if (text === '') flush();
    },
    onQueueChange() {
      scheduleFlush();
      flush();
    },
    flush,
    rename(other) {
      const before = entry;
      // Set first, so that the removals below are not mistaken for another tab's.
      entry = other;
      tab.remove(before);
      browser.remove(before);
      if (fullText() !== '') scheduleFlush();
    },
    onStorageChange(name) {
      if (name !== entry || browser.read(entry) !== null) return;
      // Another tab has sent or cleared its text, and removed the entry.
      if (isAdopted) {
        text = '';
        isAdopted = false;
        taken.dispatch('taken');
      }
      // Without this, closing the tab would lose ours.
      if (fullText().trim() !== '') browser.write(entry, fullText());
    },
    taken,
    isAtRisk: () => fullText().trim() !== '' && !isStored,
  };
}
