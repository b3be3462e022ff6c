import { useEffect } from 'react';
import { nameOf } from '../../person/index.ts';
import { announce, isWorthTelling, readyAnswer } from './announcing.ts';
import { aiNameOf } from './asking.ts';
import type { OpenRoom } from './open-room.ts';

const longest = 200;

/** Notifies somebody who is not looking at the page about new posts, and about answers to their questions, if their browser allows it. */
export function useAnnouncing(room: OpenRoom, me: string): void {
  useEffect(() => {
    let last = room.read().rows.at(-1)?.number ?? null;
    let before = room.read().rows;
    return room.listen(() => {
      const { own, rows, people } = room.read();
      const answer = own && readyAnswer(before, rows, own.notify, me);
      before = rows;
      if (answer && document.visibilityState !== 'visible') {
        const title = `${aiNameOf(own.space)} has answered you in ${own.space.name}`;
        announce(title, answer.body.slice(0, longest), answer.message_id);
      }
      const newest = rows.at(-1)?.number ?? 0;
      const from = last;
      last = own ? newest : null;
      if (!own || from === null || newest <= from || document.visibilityState === 'visible') return;
      const news = rows.filter((row) => row.number > from && isWorthTelling(row, own.notify, me));
      const row = news.at(-1);
      if (!row) return;
      const by = row.by_id === null ? undefined : people[row.by_id];
      const body = row.body || row.files[0]?.name || '';
      announce(
        by ? `${nameOf(by)} in ${own.space.name}` : own.space.name,
        news.length > 1 ? `${news.length} new posts` : body.slice(0, longest),
        row.message_id,
      );
    });
  }, [room, me]);
}
