import type { Folder } from '../conversation/index.ts';

/** How many folders are listed at first, and how many at least beside those that are open. */
const few = 6;
const beside = 3;
/** Fewer than these are not worth a button. */
const spared = 2;

/**
 * Those that are listed while not all are: the open ones, and as many of the others as there is room for, beginning with
 * the one in which something happened last. In the same order.
 */
export function fewFolders(
  folders: readonly Folder[],
  open: readonly string[],
  lastMessageIn: (folder: string) => number,
): readonly Folder[] {
  if (folders.length <= few + spared) return folders;
  const isOpen = ({ id }: Folder) => open.includes(id);
  const rank = (one: Folder) =>
    isOpen(one) ? Number.MAX_VALUE : Math.max(one.changedAt, lastMessageIn(one.id));
  const count = Math.max(few, folders.filter(isOpen).length + beside);
  const listed = folders.toSorted((one, other) => rank(other) - rank(one)).slice(0, count);
  return folders.filter((one) => listed.includes(one));
}
