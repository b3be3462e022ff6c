import { piecesInWords } from '../../lib/drafts/pieces-in-words.ts';
import type { SavablePiece, SavableWork } from '../../lib/drafts/savable.ts';
import { listenersOf } from '../../lib/state/listeners.ts';
import { toast } from '../../ui/index.ts';
import { listed, sync } from '../conversation/index.ts';

const changes = listenersOf<[]>();
/** Calls back when they were added or deleted on this page. */
export const onGuestChanged = changes.add;

/** Of one that can still be restored, here or in the account. */
export const deletedNoun = 'recently deleted conversation';

/** What this browser keeps from before its user signed in. */
export const guestWork: SavableWork & { erase(): Promise<void> } = {
  async pieces() {
    const { guestConversations, guestRecords } = await sync.fetch();
    const found = await guestConversations();
    const others = await guestRecords();
    if (!found || !others) return null;
    const { kept = [], deleted = [] } = Object.groupBy(found.map(listed), ({ deletedAt }) =>
      deletedAt === null ? 'kept' : 'deleted',
    );
    return [
      ...kept.map(({ title }) => ({ noun: 'conversation', title })),
      ...others,
      ...deleted.map(({ title }) => ({
        noun: deletedNoun,
        title: `Recently deleted conversation “${title}”`,
      })),
    ];
  },
  async save() {
    await (await sync.fetch()).adoptGuestConversations();
    changes.dispatch();
  },
  /** Deletes all of it for good. */
  async erase() {
    await (await sync.fetch()).eraseGuestConversations();
    changes.dispatch();
  },
};

/** Adds all of it to the account. Returns whether it worked; a toast says so too. */
export async function addGuestConversations(pieces: readonly SavablePiece[]): Promise<boolean> {
  try {
    await guestWork.save();
  } catch {
    toast({
      tone: 'destructive',
      title: 'That could not be added to your account',
      text: 'All of it is still in this browser. Try again under Conversations.',
    });
    return false;
  }
  const what = pieces.length === 0 ? 'What is from before you signed in' : capital(piecesInWords(pieces));
  toast({ title: `${what} added to your account` });
  return true;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
