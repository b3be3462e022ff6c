import { useOnline } from '../lib/page/use-online.ts';
import { useSteady } from '../lib/page/use-steady.ts';
import { storage } from '../lib/state/storage.ts';
import styles from './offline.module.css';

/** A line over every page while there is no connection. */
export function Offline() {
  const isOnline = useSteady(useOnline());
  return (
    // The live region must exist before its text, or a screen reader would not announce it.
    <div aria-live="polite" role={isOnline ? undefined : 'status'}>
      {!isOnline && (
        <p className={styles.line}>
          You are offline. This page stays as it is
          {storage.read('refresh_token') && ', and you stay signed in'}; everything else works again once you
          are connected.
        </p>
      )}
    </div>
  );
}
