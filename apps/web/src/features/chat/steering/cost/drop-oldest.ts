import type { Toast } from '../../../../ui/index.ts';
import { catalogue } from '../../../keys/index.ts';
import type { Thread } from '../../../thread/index.ts';
import { type Context, dropUntil } from './context.ts';
import type { Meter } from './open-meter.ts';

/** The share of the window that is filled after the oldest messages are dropped. */
const filled = 0.6;

/**
 * Stops sending the oldest messages, which stay visible; returns whether some no longer are. Pressed again before the
 * meter has counted what is left, it drops no more. Rejects without the catalogue.
 */
export async function dropOldest(
  thread: Thread,
  meter: Meter,
  showToast: (toast: Toast) => void,
): Promise<boolean> {
  const { sentFrom } = thread.read();
  const known = await catalogue.fetch();
  const now = thread.read();
  const count = meter.read();
  if (now.sentFrom !== sentFrom || (count && count.sentFrom !== sentFrom)) return now.sentFrom !== null;
  const until = dropUntil(now, shareOf(count), known);
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
    action: {
      label: 'Undo',
      act: () => (sentFrom === null ? thread.sendAll() : thread.dropOldest(sentFrom)),
    },
  });
  return true;
}

/** The share of what is sent now that is to be left: half when the window is unknown. */
function shareOf(context: Context | null): number {
  if (!context?.window || context.tokens === 0) return 0.5;
  const share = (context.window * filled) / context.tokens;
  return share < 0.75 ? share : 0.5;
}
