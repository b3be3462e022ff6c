import type { OwnSpace, PostRow } from '@polylogue/contract';
import { firstWords } from '@polylogue/sync';
import { hasEnded, wordsOf } from '@polylogue/sync/turns';
import { counted } from '../../../lib/text/counts.ts';
import { closeNotification, showNotification } from '../../../ui/browser-notifications/index.ts';
import { namesIn } from '../engine/names.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { PersonFormat } from '../list/posts.ts';
import { aiNameOf } from '../words/asking.ts';

/** Characters of a message. */
const longest = 200;

/** Whether this post deserves a notification while the page is hidden. */
export function shouldNotify(row: PostRow, notify: OwnSpace['notify'], me: string): boolean {
  if (row.kind !== 'post' || row.by_id === me || row.deleted_at !== null) return false;
  return notify === 'all' || (notify === 'mentions' && row.mentions.includes(me));
}

/** The answer to the reader's own question, when it has just become ready. */
export function readyAnswer(
  before: readonly PostRow[],
  now: readonly PostRow[],
  notify: OwnSpace['notify'],
  me: string,
): PostRow | null {
  if (before === now || notify === 'none') return null;
  const isOpen = ({ turn, by_id }: PostRow) => turn !== null && by_id === me && !hasEnded(turn);
  const open = new Set(before.filter(isOpen).map(({ message_id }) => message_id));
  return now.find(({ message_id, turn }) => turn?.state === 'done' && open.has(message_id)) ?? null;
}

interface NotifyNeeds extends Pick<PersonFormat, 'nameOf'> {
  /** Whether the reader has the room on their screen. */
  isInView(): Promise<boolean>;
  /** Leads back to the room from another page. */
  go(path: string): void;
  /** Tells when the room comes back on the screen. Returns a function that stops it. */
  onInView(listener: () => void): () => void;
}

/**
 * While the room is not in view, shows notifications for new posts and for answers to the reader's questions; once it is,
 * none is left, nor of what was read on another device. Returns a function that stops it.
 */
export function notifyOf(
  room: Pick<OpenRoom, 'read' | 'listen'>,
  me: string,
  { nameOf, isInView, go, onInView }: NotifyNeeds,
): () => void {
  let last = room.read().rows.at(-1)?.number ?? null;
  let before = room.read().rows;
  const shown = new Map<string, PostRow>();
  /** On whichever device: a post by its number, an answer by when it came. */
  function isRead({ turn, number }: PostRow) {
    const { read_number = 0, seen_at = 0 } = room.read().own ?? {};
    return turn ? turn.ended_at !== null && turn.ended_at <= seen_at : number <= read_number;
  }
  const show = (space_id: string, title: string, words: string, row: PostRow) =>
    void isInView().then((isSeen) => {
      if (isSeen || isRead(row)) return;
      const tag = row.message_id;
      shown.set(tag, row);
      showNotification({ title, words, tag, path: `/spaces/${space_id}` }, go);
    });
  function close(isOver: (row: PostRow) => boolean) {
    for (const [tag, row] of shown) {
      if (!isOver(row)) continue;
      closeNotification(tag);
      shown.delete(tag);
    }
  }
  const stopClosing = onInView(() => close(() => true));
  const stop = room.listen(() => {
    const { own, rows, people } = room.read();
    close(isRead);
    const answer = own && readyAnswer(before, rows, own.notify, me);
    before = rows;
    if (answer) {
      const title = `${aiNameOf(own.space)} has answered you in ${own.space.name}`;
      show(own.space.space_id, title, firstWords(wordsOf(answer), longest), answer);
    }
    const newest = rows.at(-1)?.number ?? 0;
    const from = last;
    last = own ? newest : null;
    if (!own || from === null || newest <= from) return;
    const news = rows.filter(
      (row) => row.number > Math.max(from, own.read_number) && shouldNotify(row, own.notify, me),
    );
    const row = news.at(-1);
    if (!row) return;
    const by = row.by_id === null ? undefined : people[row.by_id];
    const body = wordsOf(row) || row.files[0]?.name || '';
    show(
      own.space.space_id,
      by ? `${namesIn(people, me, nameOf).of(by)} in ${own.space.name}` : own.space.name,
      news.length > 1 ? `${counted(news.length)} new messages` : firstWords(body, longest),
      row,
    );
  });
  return () => {
    stop();
    stopClosing();
  };
}
