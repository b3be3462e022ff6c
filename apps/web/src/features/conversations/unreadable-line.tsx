import { useEffect, useState } from 'react';
import { counted } from '../../lib/text/counts.ts';
import { Button, toast } from '../../ui/index.ts';
import { sync } from '../conversation/index.ts';
import styles from './conversations-page.module.css';

/** Names what is stored as a conversation in this browser and is none. */
export function UnreadableLine() {
  const [count, setCount] = useState(0);

  useEffect(() => {
    let isUnmounted = false;
    async function look() {
      const found = await (await (await sync.fetch()).openedStore()).unreadable();
      if (!isUnmounted) setCount(found);
    }
    look().catch(() => {});
    return () => {
      isUnmounted = true;
    };
  }, []);

  async function discard() {
    try {
      await (await (await sync.fetch()).openedStore()).discardUnreadable();
      setCount(0);
    } catch {
      toast({
        tone: 'destructive',
        title: 'Nothing was discarded',
        text: 'This browser did not delete it. Reload the page, then try again.',
      });
    }
  }

  if (count === 0) return null;
  return (
    <p className={styles.guest}>
      <span>
        {count === 1
          ? 'An entry in this browser cannot be read as a conversation'
          : `${counted(count)} entries in this browser cannot be read as conversations`}
      </span>
      <Button small onClick={() => void discard()}>
        Discard
      </Button>
    </p>
  );
}
