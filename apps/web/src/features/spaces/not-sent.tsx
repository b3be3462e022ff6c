import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';
import { counted } from '../../lib/text/counts.ts';
import { meOf, useAccount } from '../account/index.ts';
import { unsentBySpace } from '../post/outbox.ts';
import styles from './spaces-page.module.css';

/** How many of the reader's posts have not been sent, by space. */
export function useUnsentPosts(): Record<string, number> {
  const me = meOf(useAccount())?.user_id ?? '';
  // As a text, which is the same as long as nothing has changed.
  return JSON.parse(useSyncExternalStore(storage.listen, () => JSON.stringify(unsentBySpace(storage, me))));
}

/** Says in the row of a space that posts wait there. */
export function NotSent({ count = 0 }: { count: number | undefined }) {
  return count > 0 && <span className={styles.unread}>{counted(count)} not sent</span>;
}
