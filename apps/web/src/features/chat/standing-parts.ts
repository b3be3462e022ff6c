import { storage } from '../../lib/state/storage.ts';
import { toast } from '../../ui/index.ts';
import type { Choice } from '../keys/index.ts';
import { hasRecordsEntry } from '../record/list/index.ts';
import type { ModelRef } from '../thread/index.ts';
import { keepingCode } from './late-keeping.ts';
import type { ChatToAsk, StandingParts } from './storing/standing-of-chat.ts';
import { errorToast } from './words.ts';

const nothingStanding: StandingParts = { instructions: [], files: [] };

/** What goes along with the next question of a chat besides what it says itself. */
export function standingParts(chat: ChatToAsk, modelFor: (choice: Choice | null) => ModelRef | null) {
  let parts = nothingStanding;
  return {
    read: () => parts,
    async ready(choice: Choice | null, signal: AbortSignal) {
      parts = nothingStanding;
      // Most people have none, and their question need not wait for the code that stores conversations.
      if (storage.read(hasRecordsEntry) === null) return;
      try {
        parts = await (await keepingCode.fetch()).standingOfChat(chat, modelFor(choice), signal);
      } catch {
        if (!signal.aborted)
          toast(errorToast('Your instructions could not be loaded', 'This question was sent without them'));
      }
    },
  };
}
