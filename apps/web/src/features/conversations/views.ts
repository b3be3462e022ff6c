import { words } from '../../lib/text/words.ts';
import {
  type Folder,
  isActive,
  isRestorable,
  type ListedConversation,
  pinnedFirst,
} from '../conversation/index.ts';

/** Which conversations the page shows: the active ones, the archived ones, or those that can still be restored. */
export type View = 'active' | 'archived' | 'deleted';

/** The conversations of a view, pinned ones first; `all` is newest first. */
export function inView(
  all: readonly ListedConversation[],
  view: View,
  now: number,
): readonly ListedConversation[] {
  if (view === 'archived')
    return all.filter((one) => one.isArchived && isActive({ ...one, isArchived: false }));
  if (view === 'deleted') {
    return all
      .filter((one) => isRestorable(one, now))
      .sort((one, other) => (other.deletedAt ?? 0) - (one.deletedAt ?? 0));
  }
  return pinnedFirst(all.filter(isActive));
}

/** Stands for those that are in no folder. */
export const folderNone = 'none';

/** Those in a folder, or in none that there is; null: all of them. */
export function ofFolder(
  shown: readonly ListedConversation[],
  folder: string | null,
  folders: readonly Pick<Folder, 'id'>[],
): readonly ListedConversation[] {
  if (folder === null) return shown;
  if (folder !== folderNone) return shown.filter((one) => one.folder === folder);
  const known = new Set(folders.map(({ id }) => id));
  return shown.filter((one) => one.folder === null || !known.has(one.folder));
}

/** The conversations in whose titles every typed word begins some word. */
export function filtered(shown: readonly ListedConversation[], typed: string): readonly ListedConversation[] {
  const wanted = words(typed);
  if (typed.trim() === '') return shown;
  return shown.filter((one) => wanted.every((word) => wordsOf(one).some((other) => other.startsWith(word))));
}

/** The words of thousands of titles are split once, not with every letter typed. */
const known = new WeakMap<ListedConversation, readonly string[]>();

function wordsOf(conversation: ListedConversation): readonly string[] {
  const found = known.get(conversation) ?? words(conversation.title);
  known.set(conversation, found);
  return found;
}
