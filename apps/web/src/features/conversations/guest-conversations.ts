import type { SavableWork } from '../../lib/drafts/savable.ts';
import { toast } from '../../ui/index.ts';
import { conversationOf, sync } from '../conversation/index.ts';

/** The titles of what this browser keeps from before its user signed in; null: it cannot be read. */
export async function readGuestTitles(): Promise<readonly string[] | null> {
  const found = await (await sync.fetch()).guestConversations();
  return found ? found.map((one) => conversationOf(one).title) : null;
}

/** Adds all of it to the account. Returns whether it worked; a toast says so too. */
export async function addGuestConversations(count: number): Promise<boolean> {
  try {
    await (await sync.fetch()).adoptGuestConversations();
  } catch {
    toast({
      tone: 'destructive',
      title: 'Your conversations could not be added to your account',
      text: 'They are still in this browser. Try again under Conversations.',
    });
    return false;
  }
  toast({
    title:
      count === 1
        ? 'Conversation added to your account'
        : count > 1
          ? `${count} conversations added to your account`
          : 'Conversations added to your account',
  });
  return true;
}

/** For the question before signing out. */
export const guestWork: SavableWork = {
  titles: readGuestTitles,
  save: async () => (await sync.fetch()).adoptGuestConversations(),
};

/** Deletes all of it for good. */
export async function eraseGuestConversations(): Promise<void> {
  await (await sync.fetch()).eraseGuestConversations();
}

/** Calls back when they were added or deleted on this page. Returns a function that ends that. */
export function onGuestChanged(listener: () => void): () => void {
  let isOver = false;
  let stop = () => {};
  sync.fetch().then(
    (part) => {
      if (!isOver) stop = part.onGuestChanged(listener);
    },
    () => {},
  );
  return () => {
    isOver = true;
    stop();
  };
}
