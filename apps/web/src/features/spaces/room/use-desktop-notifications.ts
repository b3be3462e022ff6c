import { useEffect } from 'react';
import { nameOf } from '../../person/index.ts';
import { aiNameOf } from './asking.ts';
import { readyAnswer, shouldNotify, showNotification } from './desktop-notifications.ts';
import type { OpenRoom } from './open-room.ts';

const longest = 200;

/** While the page is hidden, shows notifications for new posts and for answers to the reader's questions, if the browser allows it. */
export function useDesktopNotifications(room: OpenRoom, me: string): void {
  useEffect(() => {
    let last = room.read().rows.at(-1)?.number ?? null;
    let before = room.read().rows;
    return room.listen(() => {
      const { own, rows, people } = room.read();
      const answer = own && readyAnswer(before, rows, own.notify, me);
      before = rows;
      if (answer && document.visibilityState !== 'visible') {
        const title = `${aiNameOf(own.space)} has answered you in ${own.space.name}`;
        showNotification(title, answer.body.slice(0, longest), answer.message_id);
      }
      const newest = rows.at(-1)?.number ?? 0;
      const from = last;
      last = own ? newest : null;
      if (!own || from === null || newest <= from || document.visibilityState === 'visible') return;
      const news = rows.filter((row) => row.number > from && shouldNotify(row, own.notify, me));
      const row = news.at(-1);
      if (!row) return;
      const by = row.by_id === null ? undefined : people[row.by_id];
      const body = row.body || row.files[0]?.name || '';
      showNotification(
        by ? `${nameOf(by)} in ${own.space.name}` : own.space.name,
        news.length > 1 ? `${news.length} new messages` : body.slice(0, longest),
        row.message_id,
      );
    });
  }, [room, me]);
}
