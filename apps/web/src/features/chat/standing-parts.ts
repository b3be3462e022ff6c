import { storage } from '../../lib/state/storage.ts';
import { toast } from '../../ui/index.ts';
import type { Choice } from '../keys/index.ts';
import { hasRecordsEntry } from '../record/list/index.ts';
import type { ModelRef } from '../thread/index.ts';
import { keepingCode } from './late-keeping.ts';
import type { ChatToAsk, StandingParts } from './storing/standing-of-chat.ts';
import { errorToast } from './words.ts';

const nothingStanding: StandingParts = { instructions: [], files: [], missing: [] };

/** What goes along with the next question of a chat besides what it says itself. */
export function standingParts(chat: ChatToAsk, modelFor: (choice: Choice | null) => ModelRef | null) {
  let parts = nothingStanding;
  const load = async (choice: Choice | null) =>
    (await keepingCode.fetch()).standingOfChat(chat, modelFor(choice));
  return {
    read: () => parts,
    async ready(choice: Choice | null) {
      parts = nothingStanding;
      // Most people have none, and their question need not wait for the code that stores conversations.
      if (storage.read(hasRecordsEntry) === null) return;
      parts = await load(choice).catch(() => {
        toast(errorToast('Your instructions could not be loaded', 'This question was sent without them'));
        return nothingStanding;
      });
      const { missing } = parts;
      if (missing.length === 0) return;
      const them = missing.length === 1 ? 'it' : 'them';
      toast(errorToast(`Could not load ${missing.join(', ')}`, `This question was sent without ${them}`));
    },
  };
}
