import { useEffect, useState } from 'react';
import { Spoken } from '../../../ui/index.ts';
import type { Post, PostSource } from './posts.ts';

const longest = 300;

/** Announces other people's posts to screen readers as they arrive. */
export function RoomAnnouncer({ source }: { source: PostSource }) {
  const [words, setWords] = useState('');

  useEffect(() => {
    let last = source.read().messages.findLast(({ row }) => row)?.row?.number ?? null;
    return source.listen(() => {
      const { messages } = source.read();
      const newest = messages.findLast(({ row }) => row)?.row?.number ?? 0;
      const from = last;
      last = newest;
      if (from === null || newest <= from) return;
      const news = messages.filter(
        ({ row, by }) => row && row.number > from && (by || row.kind === 'notice'),
      );
      if (news.length > 3) setWords(`${news.length} new messages`);
      else if (news.length > 0) setWords(news.map(spoken).join('. '));
    });
  }, [source]);

  return (
    <Spoken>
      <span role="status">{words}</span>
    </Spoken>
  );
}

const spoken = ({ row, by, content }: Post) => {
  const text = content.length > longest ? `${content.slice(0, longest)}…` : content;
  return row?.kind === 'notice' ? text : `${by?.name}: ${text}`;
};
