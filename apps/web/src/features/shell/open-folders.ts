import { jsonIn } from '../../lib/state/json-in.ts';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';
import { useLive } from '../../lib/state/use-live.ts';

/** The ids of the folders that are open in the sidebar of this browser. */
const entry = 'polylogue.open_folders';

function read(): readonly string[] {
  const stored = jsonIn(storage.read(entry));
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

const open = live<readonly string[], readonly string[]>([], (_, now) => now);
open.dispatch(read());
storage.listen((changed) => {
  if (changed === entry || changed === null) open.dispatch(read());
});

/** The ids of those that are open. */
export const useOpenFolders = (): readonly string[] => useLive(open, (ids) => ids);

/** Whether a folder is open, and what opens or folds it. */
export function useOpenFolder(id: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const isOpen = useLive(open, (ids) => ids.includes(id));
  function setOpen(isOpen: boolean) {
    const others = open.read().filter((one) => one !== id);
    const now = isOpen ? [...others, id].slice(-500) : others;
    storage.write(entry, JSON.stringify(now));
    open.dispatch(now);
  }
  return [isOpen, setOpen];
}
