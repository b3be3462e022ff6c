import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../../../ui/index.ts';
import { announcements } from './announcements.ts';
import type { PostSource } from './posts.ts';

/** Announces to screen readers what arrives in a room. */
export function RoomAnnouncer({ source }: { source: PostSource }) {
  const [words, setWords] = useState('');

  useEffect(() => {
    let before = source.read();
    return source.listen(() => {
      const now = source.read();
      const news = announcements(before, now);
      before = now;
      if (news.length > 3) setWords(`${news.length} new messages`);
      else if (news.length > 0) setWords(news.join('. '));
    });
  }, [source]);

  return (
    <VisuallyHidden>
      <span role="status">{words}</span>
    </VisuallyHidden>
  );
}
