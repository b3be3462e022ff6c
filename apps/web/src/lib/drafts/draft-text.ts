import type { Clock } from '../schedule/clock.ts';
import { type Live, live } from '../state/live.ts';
import type { ListableStorage, SafeStorage } from '../state/storage.ts';
import { isErased, knownTabId, latestOf, tabIdOf, tabMark } from './entries.ts';

/** What a person has typed and not sent, as this browser stores it. */
export interface DraftText {
  read(): string;
  write(text: string): void;
  /** To be called when the messages waiting to be sent have changed. */
  onQueueChange(): void;
  /** Writes what has not been written yet. */
  flush(): void;
  /** Stores it under another name from now on. */
  rename(entry: string): void;
  /** The entry of the browser's storage that the text is from, until it is changed here; null: it is this tab's. */
  source(): string | null;
  /** To be called when an entry of the browser's storage has changed, here or in another tab; null: all were cleared. */
  onStorageChange(name: string | null): void;
  /** To be called when the saved keys have changed: a text that holds one is not stored. */
  onKeysChange(): void;
  /** Notifies when another tab has sent or cleared a text that this one only showed: it is no draft any more. */
  taken: Pick<Live<number>, 'listen'>;
  /** Whether the text would be lost with the tab. */
  isAtRisk(): boolean;
}

interface DraftTextNeeds {
  /** The name of the storage entry; in the browser's storage, each tab adds its id. */
  entry: string;
  /** Another entry whose draft is continued if this one has none. */
  earlier?: string;
  /** This tab's storage: each tab has its own draft. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  /** The browser's storage, so that closing the tab does not lose the draft. */
  browser: Pick<ListableStorage, 'read' | 'write' | 'remove' | 'names'>;
  clock: Clock;
  /** Earlier texts waiting to be sent: stored in front of the draft, they are part of it after a reload. */
  ahead?(): readonly string[];
  /** Whether a text holds a saved key: it is in this tab's memory only. */
  holdsKey?(text: string): boolean;
  /** Called once if the browser cannot store the draft. */
  onNotStored(): void;
}

/** Milliseconds after the last key press until the text is stored; a long one takes a while, twice. */
const pauseAfter = ({ length }: string) => 300 + Math.min(length / 300, 4_000);

export function openDraftText({
  tab,
  browser,
  clock,
  ahead,
  holdsKey = () => false,
  onNotStored,
  ...needs
}: DraftTextNeeds): DraftText {
  let { entry } = needs;
  let earlier = needs.earlier === entry ? undefined : needs.earlier;
  // Read when first needed: a page that is built ahead has no storage.
  let text: string | null = null;
  /** The entry of another tab, or of a closed one, that holds the text shown. */
  let source: string | null = null;
  let found = '';
  /** Whether the text is still as it was found there. */
  let isAdopted = false;
  let isStored = true;
  /** It holds a key, so that no storage has it. */
  let isKept = false;
  let wasReported = false;
  let callOff: (() => void) | null = null;
  const taken = live<number, 'taken'>(0, (count) => count + 1);

  /** The name in the browser's storage of what was typed in this tab. */
  const ownEntry = () => entry + tabMark + tabIdOf(tab);

  function read(): string {
    if (text === null) {
      // A tab without an id has stored nothing yet.
      text = tab.read(entry) ?? (knownTabId(tab) && browser.read(ownEntry()));
      if (text === null) source = latestOf(browser, entry) ?? (earlier && latestOf(browser, earlier)) ?? null;
      isAdopted = source !== null;
      found = (source && browser.read(source)) ?? '';
      text ??= found;
      if (text !== '' && holdsKey(text)) scheduleFlush();
    }
    return text;
  }

  function fullText(): string {
    const waiting = ahead?.() ?? [];
    return waiting.length === 0 ? read() : [...waiting, read()].filter(Boolean).join('\n\n');
  }

  function scheduleFlush() {
    callOff?.();
    callOff = clock.after(pauseAfter(text ?? ''), flush);
  }

  /** What was found elsewhere has become this tab's. */
  function removeSource() {
    isAdopted = false;
    // Its tab may have gone on writing.
    if (source !== null && source !== ownEntry() && browser.read(source) === found) browser.remove(source);
    if (earlier && source?.split(tabMark)[0] === earlier) tab.remove(earlier);
    source = null;
    earlier = undefined;
  }

  /** Also what closed tabs and earlier versions have stored of it. */
  function removeCopies(all: string) {
    removeSource();
    for (const name of browser.names().filter((one) => one.split(tabMark)[0] === entry)) {
      const copy = browser.read(name) ?? '';
      if (all.startsWith(copy) && holdsKey(copy)) browser.remove(name);
    }
  }

  function flush() {
    if (!callOff) return;
    callOff();
    callOff = null;
    const all = fullText();
    isKept = all !== '' && holdsKey(all);
    if (all === '' || isKept) {
      tab.remove(entry);
      if (knownTabId(tab) !== null) browser.remove(ownEntry());
      isStored = !isKept;
      if (isKept) return removeCopies(all);
    } else if (isErased(entry)) {
      isStored = false;
      return;
    } else {
      tab.write(entry, all);
      isStored = browser.write(ownEntry(), all);
    }
    if (isStored) return removeSource();
    if (wasReported) return;
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
      const before = [entry, ownEntry()] as const;
      // Set first, so that the removals below are not mistaken for another tab's.
      entry = other;
      tab.remove(before[0]);
      browser.remove(before[1]);
      removeSource();
      if (fullText() !== '') scheduleFlush();
    },
    source: () => source,
    onStorageChange(name) {
      if (name === null || browser.read(name) !== null) return;
      if (name === source && isAdopted) {
        // Its tab has sent or cleared it.
        text = '';
        isAdopted = false;
        taken.dispatch('taken');
      }
      // Another tab continues this text. Without this, closing this tab would lose what it shows.
      if (name === ownEntry() && fullText().trim() !== '' && !isKept && !isErased(entry))
        browser.write(name, fullText());
    },
    onKeysChange() {
      const all = fullText();
      if ((all !== '' && holdsKey(all)) === isKept) return;
      scheduleFlush();
      flush();
    },
    taken,
    isAtRisk: () => fullText().trim() !== '' && !isStored,
  };
}
