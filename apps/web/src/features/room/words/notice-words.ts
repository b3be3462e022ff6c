import type { NoticeKind, PostRow, Space } from '@polylogue/contract';
import { whenOf } from '../../../lib/text/time.ts';
import type { Names } from '../engine/names.ts';

const modeWords: Record<Space['ai_mode'], string> = {
  mentioned: 'set the AI to answer when it is asked',
  always: 'set the AI to answer every message',
  off: 'switched the AI off',
};

const visibilityWords: Record<Space['visibility'], string> = {
  invited: 'let only people who are invited join',
  link: 'let people join with a link',
  public: 'made this space public: anyone can join',
};

/** How many of those who joined together are named: whoever came last. */
const mostNamed = 3;

function everyone(ids: readonly (string | null)[], { who }: Names): string {
  // Those without a name are all called the same.
  const named = [...new Set(ids.map(who))].slice(ids.length > mostNamed + 1 ? -mostNamed : 0);
  const more = ids.length - named.length;
  const others = more > 0 ? [more === 1 ? 'someone else' : `${more} others`] : [];
  return new Intl.ListFormat('en').format([...named, ...others]);
}

/**
 * The text of a notice.
 * @param joined who joined, where it stands for several notices
 */
export function noticeWords(
  { by_id, notice }: PostRow,
  names: Names,
  joined: readonly (string | null)[] = [by_id],
): string {
  const { who } = names;
  const by = who(by_id);
  const whom = who(notice?.user_id ?? null);
  const name = notice?.name ?? '';
  const session = name ? `the session “${name}”` : 'a session';
  const at = notice?.starts_at === undefined ? '' : whenOf(notice.starts_at);
  const words: Record<NoticeKind, string> = {
    created: `${by} created this space`,
    joined: `${everyone(joined, names)} joined`,
    left: `${by} left`,
    removed: `${by} removed ${whom}`,
    renamed: `${by} named this space “${name}”`,
    archived: `${by} archived this space`,
    reopened: `${by} reopened this space`,
    'handed-over': `${by} handed this space over to ${whom}`,
    scheduled: `${by} scheduled ${session}${at && ` for ${at}`}`,
    moved: `${by} moved ${session}${at && ` to ${at}`}`,
    topic: by_id === null ? 'a new topic begins here' : `${by} began a new topic`,
    pinned: `${by} pinned a message`,
    unpinned: `${by} took off a pinned message`,
    'ai-mode': `${by} ${modeWords[name as Space['ai_mode']] ?? 'changed when the AI answers'}`,
    'ai-named': name ? `${by} named the AI “${name}”` : `${by} took the name of the AI away`,
    'ai-instructed': name
      ? `${by} changed the instructions of the AI: “${name}”`
      : `${by} removed the instructions of the AI`,
    visibility: `${by} ${visibilityWords[name as Space['visibility']] ?? 'changed who can join'}`,
    cancelled: `${by} cancelled ${session}`,
  };
  if (!notice) return '';
  // A newer server may know more kinds.
  const text = (words as Record<string, string | undefined>)[notice.kind];
  return names.sentence(text ?? 'something happened in this space');
}
