import type { Toast } from '../../../ui/index.ts';
import type { Thread } from '../../thread/index.ts';
import { type Context, dropUntil } from './context.ts';
import { catalogue } from './model-catalogue.ts';
import type { Meter } from './open-meter.ts';

/** The share of the window that is filled after the oldest messages are dropped. */
const filled = 0.6;

interface DropOldestNeeds {
  thread: Thread;
  meter: Meter;
  showToast(toast: Toast): void;
  /** Called once everything needed has loaded. */
  isWanted(): boolean;
}

/** Stops sending the oldest messages, which stay visible; returns whether there were any. Rejects without the catalogue. */
export async function dropOldest({ thread, meter, showToast, isWanted }: DropOldestNeeds): Promise<boolean> {
  const known = await catalogue.fetch();
  if (!isWanted()) return false;
  const { messages, sentFrom } = thread.read();
  // After an edit further up, it may be in another version: then all of this one was sent.
  const before = messages.some(({ id }) => id === sentFrom) ? sentFrom : null;
  const until = dropUntil(thread.read(), shareOf(meter.read()), known);
  if (!until) {
    showToast({
      title: 'There is nothing older to drop',
      text: 'Shorten your message, remove files, or choose a model that can read more.',
    });
    return false;
  }
  thread.dropOldest(until);
  showToast({
    title: 'The oldest messages are no longer sent',
    text: 'You can still read them here.',
    action: { label: 'Undo', act: () => (before ? thread.dropOldest(before) : thread.sendAll()) },
  });
  return true;
}

/** The share of what is sent now that is to be left: half when the window is unknown. */
function shareOf(context: Context | null): number {
  if (!context?.window || context.tokens === 0) return 0.5;
  const share = (context.window * filled) / context.tokens;
  return share < 0.75 ? share : 0.5;
}
