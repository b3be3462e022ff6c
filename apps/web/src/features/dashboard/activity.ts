import type { OwnSpace } from '@polylogue/contract';
import { addressOf, isActive, type ListedConversation } from '../conversation/index.ts';

/** What happened last in one of the member's conversations or spaces. */
export interface Activity {
  what: 'Started' | 'Continued' | 'Last message in';
  title: string;
  href: string;
  at: number;
}

/** A conversation continued within this time (milliseconds) counts as still being started. */
const beginning = 30 * 60_000;

/** Recent activity, newest first: the last thing that happened in each conversation and space. */
export function activityOf(
  conversations: readonly ListedConversation[],
  spaces: readonly OwnSpace[],
): Activity[] {
  const continued = conversations.filter(isActive).map((conversation): Activity => {
    const { title, createdAt, lastMessageAt } = conversation;
    const what = lastMessageAt - createdAt < beginning ? 'Started' : 'Continued';
    return { what, title, href: addressOf(conversation), at: what === 'Started' ? createdAt : lastMessageAt };
  });
  const posted = spaces.flatMap(({ space, last_post_at: at, closed_at }): Activity[] => {
    if (at === null || closed_at !== null) return [];
    return [{ what: 'Last message in', title: space.name, href: `/spaces/${space.space_id}`, at }];
  });
  return [...continued, ...posted].sort((one, other) => other.at - one.at);
}
