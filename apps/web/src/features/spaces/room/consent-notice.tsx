import { useSyncExternalStore } from 'react';
import { storage } from '../../../lib/state/storage.ts';
import { Button } from '../../../ui/index.ts';
import styles from './consent-notice.module.css';

/** Where messages of a space may be sent, shown once per account and device: it is the same in all spaces. */
export function ConsentNotice({ me }: { me: string }) {
  const entry = `polylogue.ai_notice.${me}`;
  const seen = useSyncExternalStore(storage.listen, () => storage.read(entry));
  if (seen !== null) return null;
  return (
    <section className={styles.notice} aria-label="Where messages go">
      <p>
        When someone asks the AI, the question and earlier messages go from a lending member’s browser to
        their provider, such as OpenAI or Google. Messages off the record are never sent.
      </p>
      <Button small onClick={() => storage.write(entry, 'seen')}>
        OK
      </Button>
    </section>
  );
}
