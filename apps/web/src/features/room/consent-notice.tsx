import { Button } from '../../ui/index.ts';
import { AiNotice, aiNoticeSeen, useAiNoticeSeen } from '../space/index.ts';
import styles from './consent-notice.module.css';

/** For members who have not read it where they joined or made their first space. */
export function ConsentNotice({ me }: { me: string }) {
  if (useAiNoticeSeen(me)) return null;
  return (
    <section className={styles.notice} aria-label="Where messages go">
      <p>
        <AiNotice /> Messages off the record are never sent.
      </p>
      <Button small onClick={() => aiNoticeSeen(me)}>
        OK
      </Button>
    </section>
  );
}
