import { type Conversation, isActive } from '../conversation/index.ts';

/** Something the member did. */
export interface Activity {
  what: 'Started' | 'Continued';
  conversation: Conversation;
  at: number;
}

/** A conversation continued within this time (milliseconds) counts as still being started. */
const beginning = 30 * 60_000;

/** Recent activity, newest first: when each conversation was started, and when it was continued. */
export function activityOf(all: readonly Conversation[], most: number): Activity[] {
  const happened = all.filter(isActive).flatMap((conversation): Activity[] => {
    const { createdAt, lastMessageAt } = conversation;
    const started: Activity = { what: 'Started', conversation, at: createdAt };
    if (lastMessageAt - createdAt < beginning) return [started];
    return [started, { what: 'Continued', conversation, at: lastMessageAt }];
  });
  return happened.sort((one, other) => other.at - one.at).slice(0, most);
}
