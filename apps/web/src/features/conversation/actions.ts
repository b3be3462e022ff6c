import { syncLimits } from '@polylogue/sync';
import { holdsKey, keyInText, loadSavedKeys } from '../../lib/drafts/saved-keys.ts';
import { listenersOf } from '../../lib/state/listeners.ts';
import { manyOf } from '../../lib/text/counts.ts';
import { toast } from '../../ui/index.ts';
import type { ListAction } from '../sync/index.ts';
import type { ListedConversation } from './list/index.ts';
import { sayWhenSlow } from './say-when-slow.ts';
import { isStoredHereOnly, sync } from './wiring.ts';

export const longestTitle = syncLimits.titleLength;

export async function rename({ id }: Pick<ListedConversation, 'id'>, title: string): Promise<void> {
  if (await mayStore(title)) await change([id], { type: 'rename', title });
}

export const pin = (ids: readonly string[], isPinned: boolean): Promise<boolean> =>
  change(ids, { type: isPinned ? 'pin' : 'unpin' });

export async function archive(ids: readonly string[], isArchived: boolean): Promise<void> {
  if (!(await change(ids, { type: isArchived ? 'archive' : 'unarchive' }))) return;
  const what = many(ids);
  toast({
    title: isArchived ? `${what} archived` : `${what} unarchived`,
    action: { label: 'Undo', act: () => void change(ids, { type: isArchived ? 'unarchive' : 'archive' }) },
  });
}

const removals = listenersOf<[ids: readonly string[]]>();
/** Calls the listener when conversations are deleted in this tab. */
export const onRemoved = removals.add;

/**
 * Deletes, and offers Undo; for 30 days they can also be restored from the list of those deleted. Returns whether it
 * worked.
 */
export async function remove(
  ids: readonly string[],
  onUndone?: () => void,
  title = `${many(ids)} deleted`,
): Promise<boolean> {
  if (!(await change(ids, { type: 'delete' }))) return false;
  removals.dispatch(ids);
  toast({
    title,
    action: {
      label: 'Undo',
      act() {
        void restore(ids);
        onUndone?.();
      },
    },
  });
  return true;
}

export const restore = (ids: readonly string[]): Promise<boolean> => change(ids, { type: 'restore' });

/** Deletes for good; they cannot be restored. */
export async function erase(ids: readonly string[]): Promise<void> {
  await change(ids, { type: 'erase' }, true);
  // Without an account, nobody else has to learn of it.
  if (isStoredHereOnly()) await attemptToStore(() => forget(ids), false);
}

/** Removes all guest data from this browser. */
export async function clearBrowser(): Promise<void> {
  await (await sync.fetch()).clearBrowserStore();
}

async function forget(ids: readonly string[]) {
  const store = await (await sync.fetch()).openedStore();
  await Promise.all(ids.map((id) => store.forget(id)));
}

/** Applies the action to all of them. Returns whether it worked. */
function change(ids: readonly string[], action: ListAction, orThrow = false): Promise<boolean> {
  return attemptToStore(async () => {
    const store = await (await sync.fetch()).openedStore();
    const work = store.applyAction(ids, action);
    await (ids.length > 1 ? sayWhenSlow(`Changing ${manyOf(ids.length, 'conversation')}…`, work) : work);
  }, orThrow);
}

/** Returns whether it was stored; if not, a toast says so. */
export async function attemptToStore(work: () => Promise<void>, orThrow = false): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (orThrow) throw error;
    toast({
      tone: 'destructive',
      title: 'That did not work',
      text: 'This browser did not store it. Reload the page, then try again.',
    });
    return false;
  }
}

/** Whether what was written may go to the account: not with a saved key in it. If not, a toast has said so. */
export async function mayStore(written: string): Promise<boolean> {
  if (!(await attemptToStore(loadSavedKeys))) return false;
  if (!holdsKey(written)) return true;
  toast({ tone: 'destructive', ...keyInText });
  return false;
}

/** Into a folder, or out of any; offers Undo. */
export async function move(
  all: readonly Pick<ListedConversation, 'id' | 'folder'>[],
  folder: { id: string; name: string } | null,
): Promise<void> {
  const moved = all.filter((one) => one.folder !== (folder?.id ?? null));
  const ids = moved.map(({ id }) => id);
  if (ids.length === 0 || !(await change(ids, { type: 'move', folder: folder?.id ?? null }))) return;
  toast({
    title: `${many(ids)} moved ${folder ? `to “${folder.name}”` : `out of ${ids.length === 1 ? 'its folder' : 'their folders'}`}`,
    action: {
      label: 'Undo',
      act() {
        for (const [before, same] of Map.groupBy(moved, (one) => one.folder)) {
          void change(
            same.map(({ id }) => id),
            { type: 'move', folder: before },
          );
        }
      },
    },
  });
}

const many = ({ length }: readonly string[]) =>
  length === 1 ? 'Conversation' : manyOf(length, 'conversation');
