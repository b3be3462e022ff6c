import { useEffect, useState } from 'react';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { counted } from '../../../lib/text/counts.ts';
import { VisuallyHidden } from '../../../ui/index.ts';
import { announcements, inOneBreath } from './announcements.ts';
import type { PostSource } from './posts.ts';

/** Milliseconds after which an announcement has been read and is removed. */
const removeAfter = 10_000;
let lastLine = 0;

/** Announces to screen readers what arrives in a room. */
export function RoomAnnouncer({ source }: { source: PostSource }) {
  // Several, since more may arrive before one is on the page.
  const [lines, setLines] = useState<readonly { id: number; words: string }[]>([]);

  useEffect(() => {
    function announce(words: string) {
      const line = { id: ++lastLine, words };
      setLines((before) => [...before, line]);
      browserClock.after(removeAfter, () => setLines((before) => before.filter((one) => one !== line)));
    }
    let before = source.read();
    return source.listen(() => {
      const now = source.read();
      const news = announcements(before, now);
      before = now;
      if (news.length > 3) announce(`${counted(news.length)} new messages`);
      else if (news.length > 0) announce(inOneBreath(news));
    });
  }, [source]);

  return (
    <VisuallyHidden>
      <span role="status" aria-atomic="false">
        {lines.map(({ id, words }) => (
          <span key={id}>{words}</span>
        ))}
      </span>
    </VisuallyHidden>
  );
}
