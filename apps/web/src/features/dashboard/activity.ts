import type { OwnSpace } from '@polylogue/contract';
import { addressOf, isActive, type ListedConversation } from '../conversation/index.ts';

/** Something that happened in one of the member's conversations or spaces. */
export interface Activity {
  what: 'Started' | 'Continued' | 'Last message in';
  title: string;
  href: string;
  at: number;
}

/** A conversation continued within this time (milliseconds) counts as still being started. */
const beginning = 30 * 60_000;

/** Recent activity, newest first: when each conversation was started or continued, and the last post in each space. */
export function activityOf(
  conversations: readonly ListedConversation[],
  spaces: readonly OwnSpace[],
  most: number,
): Activity[] {
  const continued = conversations.filter(isActive).flatMap((conversation): Activity[] => {
    const { title, createdAt, lastMessageAt } = conversation;
    const href = addressOf(conversation);
    const started: Activity = { what: 'Started', title, href, at: createdAt };
    if (lastMessageAt - createdAt < beginning) return [started];
    return [started, { what: 'Continued', title, href, at: lastMessageAt }];
  });
  const posted = spaces.flatMap(({ space, last_post_at: at, closed_at }): Activity[] => {
    if (at === null || closed_at !== null) return [];
    return [{ what: 'Last message in', title: space.name, href: `/spaces/${space.space_id}`, at }];
  });
  return [...continued, ...posted].sort((one, other) => other.at - one.at).slice(0, most);
}
