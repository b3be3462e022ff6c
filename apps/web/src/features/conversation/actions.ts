import { type Fields, syncLimits } from '@polylogue/sync';
import { toast } from '../../ui/index.ts';
import type { Conversation } from './conversation.ts';
import { conversations, isGuest, sync } from './the-list.ts';

/** So long what is deleted can be brought back (milliseconds). */
export const restorable = 30 * 86_400_000;

export const longestTitle = syncLimits.titleLength;

export async function rename({ id }: Conversation, title: string): Promise<void> {
  await change([id], (at) => ({
    title: [title.trim().slice(0, longestTitle), at],
    titled_by_hand: [true, at],
  }));
}

export const pin = (ids: readonly string[], isPinned: boolean): Promise<boolean> =>
  change(ids, (at) => ({ pinned: [isPinned, at] }));

export async function archive(ids: readonly string[], isArchived: boolean): Promise<void> {
  if (!(await change(ids, (at) => ({ archived: [isArchived, at] })))) return;
  const what = many(ids);
  toast({
    title: isArchived ? `${what} archived` : `${what} taken out of the archive`,
    action: { label: 'Undo', act: () => void change(ids, (at) => ({ archived: [!isArchived, at] })) },
  });
}

/** Deletes, and offers Undo. A guest's conversations are erased when it is over; others can be restored for 30 days. */
export async function remove(ids: readonly string[]): Promise<void> {
  if (!(await change(ids, (at) => ({ deleted: [true, at] })))) return;
  let isUndone = false;
  toast({
    title: `${many(ids)} deleted`,
    action: {
      label: 'Undo',
      act() {
        isUndone = true;
        void restore(ids);
      },
    },
    onGone: () => isUndone || !isGuest() || void forget(ids),
  });
}

export const restore = (ids: readonly string[]): Promise<boolean> =>
  change(ids, (at) => ({ deleted: [false, at] }));

/** For good: nothing brings them back. */
export async function erase(ids: readonly string[]): Promise<void> {
  if (isGuest()) await forget(ids);
  else await change(ids, (at) => ({ erased: [true, at] }), true);
}

/** Removes from this browser all that is in it of somebody without an account. */
export async function clearBrowser(): Promise<void> {
  await forget(
    (conversations.read() ?? []).map(({ id }) => id),
    true,
  );
}

async function forget(ids: readonly string[], orThrow = false): Promise<void> {
  await attempt(async () => {
    const store = await (await sync.fetch()).openedStore();
    await Promise.all(ids.map((id) => store.forget(id)));
  }, orThrow);
}

/** Writes fields, later than all that was written or said before. Answers whether it could be done. */
function change(ids: readonly string[], fields: (at: number) => Fields, orThrow = false): Promise<boolean> {
  return attempt(async () => {
    const { openedStore, serverNow, wakeSync } = await sync.fetch();
    const store = await openedStore();
    const write = async (id: string) => {
      const listed = await store.conversation(id);
      if (!listed) return;
      const written = Object.values(listed.fields).map(([, at]) => at + 1);
      await store.setFields(id, fields(Math.max(serverNow(), listed.last_message_at, ...written)));
    };
    await Promise.all(ids.map(write));
    wakeSync();
  }, orThrow);
}

async function attempt(work: () => Promise<void>, orThrow: boolean): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (orThrow) throw error;
    toast({
      tone: 'destructive',
      title: 'This could not be done',
      text: 'This browser did not store it. Reload the page, then try again.',
    });
    return false;
  }
}

const many = ({ length }: readonly string[]) => (length === 1 ? 'Conversation' : `${length} conversations`);
