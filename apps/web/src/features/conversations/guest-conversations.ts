import type { SavableWork } from '../../lib/drafts/savable.ts';
import { listenersOf } from '../../lib/state/listeners.ts';
import { toast } from '../../ui/index.ts';
import { listed, sync } from '../conversation/index.ts';

const changes = listenersOf<[]>();
/** Calls back when they were added or deleted on this page. */
export const onGuestChanged = changes.add;

/** What this browser keeps from before its user signed in. */
export const guestWork: SavableWork & { erase(): Promise<void> } = {
  async titles() {
    const found = await (await sync.fetch()).guestConversations();
    return found ? found.map((one) => listed(one).title) : null;
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
export async function addGuestConversations(count: number): Promise<boolean> {
  try {
    await guestWork.save();
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
