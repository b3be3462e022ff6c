import { useEffect, useState } from 'react';
import { counted } from '../../../lib/text/counts.ts';
import { VisuallyHidden } from '../../../ui/index.ts';
import { announcements, inOneBreath } from './announcements.ts';
import type { PostSource } from './posts.ts';

/** Announces to screen readers what arrives in a room. */
export function RoomAnnouncer({ source }: { source: PostSource }) {
  const [{ words, count }, setSpoken] = useState({ words: '', count: 0 });

  useEffect(() => {
    const announce = (next: string) => setSpoken(({ count }) => ({ words: next, count: count + 1 }));
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
      <span role="status">
        {/* A new element each time: words that do not change are not announced again. */}
        <span key={count}>{words}</span>
      </span>
    </VisuallyHidden>
  );
}
