import { jsonIn } from '../state/json-in.ts';
import type { SafeStorage } from '../state/storage.ts';
import { filesEntryOf } from './entries.ts';

/**
 * A reloaded page has lost the files of a draft. Their names are stored in this tab, by the entry of the draft, so that
 * the page can say which.
 */
export function fileNames(tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>) {
  return {
    /** Called as the page may unload, with the names of unsent files. */
    save(entry: string, names: readonly string[]): void {
      if (names.length > 0) tab.write(filesEntryOf(entry), JSON.stringify(names));
      else tab.remove(filesEntryOf(entry));
    },
    /**
     * Called once in the next page: what to say of the files to be picked again; null when there are none. `found`: the
     * names of those that were stored after all.
     */
    takeNotice(entry: string, found: readonly string[] = []): { title: string; text: string } | null {
      const names = [jsonIn(tab.read(filesEntryOf(entry)))]
        .flat()
        .filter((name) => isName(name) && !found.includes(name));
      tab.remove(filesEntryOf(entry));
      if (names.length === 0) return null;
      const it = names.length === 1 ? 'it' : 'them';
      return {
        title: `Not sent: ${names.join(', ')}`,
        text: `Files do not survive a reload. Add ${it} again.`,
      };
    },
  };
}

const isName = (name: unknown): name is string => typeof name === 'string';
