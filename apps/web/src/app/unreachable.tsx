import { useState } from 'react';
import { refreshMe } from '../features/account/index.ts';
import { useOnline } from '../lib/page/use-online.ts';
import { Button } from '../ui/index.ts';
import styles from './unreachable.module.css';

/** Reports that the server does not answer, over a page that cannot report it itself. */
export function ServerUnreachable() {
  const [isAsking, setAsking] = useState(false);
  const isOnline = useOnline();

  async function tryAgain() {
    setAsking(true);
    await refreshMe();
    setAsking(false);
  }

  // Without any connection the page says so already, and trying again is no use.
  if (!isOnline) return null;
  return (
    <div className={styles.bar} role="status">
      <p>The server is not answering. You are still signed in here, and nothing is lost.</p>
      <Button small busy={isAsking} onClick={tryAgain}>
        Try again
      </Button>
    </div>
  );
}
