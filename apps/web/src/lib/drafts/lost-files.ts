import type { SafeStorage } from '../state/storage.ts';

const entry = 'polylogue.unsent_files';

/** A reloaded page has lost its files. Their names are stored in this tab, so that the page can say which. */
export interface LostFiles {
  /** Called as the page unloads, with the names of unsent files. */
  save(names: readonly string[]): void;
  /** Called once in the next page: a toast with the files to be picked again; null when there are none. */
  takeNotice(): { title: string; text: string } | null;
}

export function lostFiles(tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>): LostFiles {
  return {
    save(names) {
      if (names.length > 0) tab.write(entry, JSON.stringify(names));
      else tab.remove(entry);
    },
    takeNotice() {
      const names = namesIn(tab.read(entry));
      tab.remove(entry);
      if (names.length === 0) return null;
      const it = names.length === 1 ? 'it' : 'them';
      return {
        title: `Not sent: ${names.join(', ')}`,
        text: `Files do not survive a reload. Add ${it} again.`,
      };
    },
  };
}

function namesIn(text: string | null): string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
