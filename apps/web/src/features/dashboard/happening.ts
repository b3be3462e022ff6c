import type { OwnSpace, SessionRow } from '@polylogue/contract';
import { addressOf, isActive, type ListedConversation } from '../conversation/index.ts';

/** Something that goes on now, or soon; the id is that of the conversation, the session or the space. */
export type Happening = { id: string; href: string; title: string } & (
  | { type: 'answering' }
  | { type: 'unread'; count: number }
  | { type: 'session'; space: string; starts_at: number }
);

interface Known {
  conversations: readonly ListedConversation[];
  /** Ids of those that are receiving an answer. */
  answering: ReadonlySet<string>;
  spaces: readonly OwnSpace[];
  /** Those that are not over, the next one first. */
  sessions: readonly (SessionRow & { space_id: string; space_name: string })[];
}

/** How long before it begins a session is listed, in ms. */
const soon = 24 * 3_600_000;

/** Answers that run, spaces with unread messages, and sessions of the next day. */
export function happeningNow(
  { conversations, answering, spaces, sessions }: Known,
  now: number,
): Happening[] {
  const running = conversations.filter((one) => isActive(one) && answering.has(one.id));
  const unread = spaces.filter((own) => own.unread > 0 && own.closed_at === null);
  const next = sessions.filter(({ starts_at }) => starts_at < now + soon);
  return [
    ...running.map((one) => ({
      type: 'answering' as const,
      id: one.id,
      href: addressOf(one),
      title: one.title,
    })),
    ...next.map(({ session_id, space_id, space_name, title, starts_at }) => ({
      type: 'session' as const,
      id: session_id,
      href: addressOfSpace(space_id),
      title: title ?? space_name,
      space: space_name,
      starts_at,
    })),
    ...unread.map(({ space, unread: count }) => ({
      type: 'unread' as const,
      id: space.space_id,
      href: addressOfSpace(space.space_id),
      title: space.name,
      count,
    })),
  ];
}

const addressOfSpace = (id: string) => `/spaces/${id}`;
