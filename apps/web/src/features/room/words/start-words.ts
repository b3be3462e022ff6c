import type { Space, SpaceRights } from '@polylogue/contract';
import { aiNameOf } from './asking.ts';
import { mayLink } from './may-link.ts';

interface Start {
  space: Pick<Space, 'visibility' | 'archived_at' | 'ai_mode' | 'ai_name'>;
  can: Pick<SpaceRights, 'post' | 'invite' | 'make_links'>;
  /** How many people are in the space. */
  people: number;
}

/** What the member can do in a space without posts. */
export const startWords = (start: Start): string =>
  [invitingWords(start), postingWords(start)].filter(Boolean).join(' ');

function invitingWords({ space, can, people }: Start): string {
  if (people > 1 || !can.invite) return '';
  return mayLink({ space, can }) ? 'Send people a link, or invite your friends.' : 'Invite your friends.';
}

function postingWords({ space, can }: Start): string {
  // What is in place of the text box says so.
  if (space.archived_at !== null) return '';
  if (!can.post) return 'What others write appears here.';
  if (space.ai_mode === 'off') return 'Everyone here can read what you write.';
  return `Write to everyone, or press Ask ${aiNameOf(space)}: everyone sees the answer, and the key that pays for it stays in its owner’s browser.`;
}
