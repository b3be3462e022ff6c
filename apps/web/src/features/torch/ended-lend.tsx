import { serverNow } from '../../api/index.ts';
import { Button, toast } from '../../ui/index.ts';
import type { LendEnding } from './lend-endings.ts';
import styles from './lending-bar.module.css';
import { notStored } from './use-lend-offer.ts';
import { torchOf } from './wiring.ts';

const words: Readonly<Record<LendEnding['because'], (space: string) => string>> = {
  closed: (space) =>
    `Your key no longer answers in ${space}: its page was closed, or stopped by the browser.`,
  time: (space) => `Your key no longer answers in ${space}: its time is over.`,
};

/** Says that a lend is over which its person did not end, and lends again on a press. */
export function EndedLend({ me, ending: { own, because } }: { me: string; ending: LendEnding }) {
  const torch = torchOf(me);
  const { space_id, space_name, lend, lent_at } = own;
  function lendAgain() {
    const until = lend.until && Date.now() + (lend.until - lent_at);
    torch
      .lend({ ...own, lend: { ...lend, until }, lent_at: serverNow() }, 'lent')
      .catch(() => toast({ title: 'Your key is not lent', text: notStored, tone: 'destructive' }));
  }
  return (
    <section className={styles.bar} aria-label={`No longer lent to ${space_name}`}>
      <p role="status">{words[because](space_name)}</p>
      <span className={styles.buttons}>
        <Button small tone="accent" onClick={lendAgain}>
          Lend again
        </Button>
        <Button small onClick={() => torch.endings.dismiss(space_id)}>
          OK
        </Button>
      </span>
    </section>
  );
}
