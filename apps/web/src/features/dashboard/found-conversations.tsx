import { useId, useState } from 'react';
import { counted } from '../../lib/text/counts.ts';
import { Button } from '../../ui/index.ts';
import { type Entry, EntryList } from '../shell/index.ts';
import styles from './search-page.module.css';

/** How many are listed at first: what is said in conversations comes below them. */
const few = 5;
const more = 20;

/** Conversations with the words in their titles; nothing where there are none. */
export function FoundConversations({ entries }: { entries: readonly Entry[] }) {
  const heading = useId();
  const [listed, setListed] = useState(few);
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading} className={styles.title}>
        Conversations by their title
      </h2>
      <EntryList entries={entries.slice(0, listed)} />
      {entries.length > listed && (
        <Button onClick={() => setListed(listed + more)}>
          Show more of {counted(entries.length)} conversations
        </Button>
      )}
    </section>
  );
}
