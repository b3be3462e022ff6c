import type { Clock } from '../../lib/schedule/clock.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';
import type { Draft } from '../thread/index.ts';

export interface StoredDraft extends Draft {
  /** The messages waiting to be sent have changed. */
  changed(): void;
  /** Writes what has not been written yet. */
  flush(): void;
  /** From now on it is stored under another name. */
  rename(entry: string): void;
  /** An entry of the browser's storage has changed, here or in another tab; null: everything was cleared. */
  heard(name: string | null): void;
  /** Whether the text would be lost with the tab. */
  isAtRisk(): boolean;
}

interface StoredDraftNeeds {
  /** The name of the storage entry. */
  entry: string;
  /** This tab's storage: two tabs write two texts. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  /** The browser's storage: closing the tab loses nothing either. */
  browser: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  clock: Clock;
  /** Earlier texts waiting to be sent: stored in front of the draft, they are part of it after a reload. */
  ahead?(): readonly string[];
  /** Called once if the browser stores nothing. */
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
  let isStored = true;
  let wasReported = false;
  let callOff: (() => void) | null = null;

  function read(): string {
    text ??= tab.read(entry) ?? browser.read(entry) ?? '';
    return text;
  }

  function whole(): string {
    const waiting = ahead?.() ?? [];
    return waiting.length === 0 ? read() : [...waiting, read()].filter(Boolean).join('\n\n');
  }

  function later() {
    callOff?.();
    callOff = clock.after(pause, flush);
  }

  function flush() {
    if (!callOff) return;
    callOff();
    callOff = null;
    const all = whole();
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
      later();
      if (text === '') flush();
    },
    changed() {
      later();
      flush();
    },
    flush,
    rename(other) {
      const before = entry;
      // Set first, or the removals below would be taken for another tab's.
      entry = other;
      tab.remove(before);
      browser.remove(before);
      if (whole() !== '') later();
    },
    heard(name) {
      // Another tab has sent or cleared its text, and removed the entry: without this, closing the tab would lose ours.
      if (name === entry && browser.read(entry) === null && whole().trim() !== '')
        browser.write(entry, whole());
    },
    isAtRisk: () => whole().trim() !== '' && !isStored,
  };
}
