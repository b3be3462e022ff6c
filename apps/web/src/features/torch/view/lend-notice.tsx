import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../../api/index.ts';
import { Button, toast } from '../../../ui/index.ts';
import { useSavedProviders } from '../../keys/index.ts';
import { orToast } from '../../person/index.ts';
import { ownSpaces, setTellsWaiting } from '../../space/index.ts';
import { torchOf } from '../answering/wiring.ts';
import type { LendNotice } from '../lends/lend-notices.ts';
import { hasKeyFor } from '../lends/lends.ts';
import { lentAgain } from '../lends/new-lend.ts';
import styles from './lending-bar.module.css';
import { canBeTold } from './tell-waiting.tsx';
import { notStored } from './use-lend-offer.ts';

const words: Readonly<Record<LendNotice['because'], (space: string) => string>> = {
  closed: (space) =>
    `Your key no longer answers in ${space}: its page was closed, or stopped by the browser.`,
  time: (space) => `Your key no longer answers in ${space}: its time is over.`,
  stopped: (space) => `Your key no longer answers in ${space}.`,
};

/** Says that a lend is over, lends again on a press, and offers to tell of questions that wait. */
export function LendNoticeBar({ me, notice }: { me: string; notice: LendNotice }) {
  const { space_id, space_name, because, own } = notice;
  const torch = torchOf(me);
  const { data: spaces } = useQuery(ownSpaces);
  const space = spaces?.find((one) => one.space.space_id === space_id);
  const hasKey = hasKeyFor(own, useSavedProviders());
  const isOffered = space !== undefined && canBeTold(space);
  const dismiss = () => torch.notices.dismiss(space_id);
  // Its person knows of these: only the wish is news.
  if (because === 'stopped' && !isOffered) return null;

  function lendAgain() {
    torch
      .lend(lentAgain(own, serverNow()), 'lent')
      .catch(() => toast({ title: 'Your key is not lent', text: notStored, tone: 'destructive' }));
  }

  return (
    <section className={styles.bar} aria-label={`About lending to ${space_name}`}>
      <p role="status">{words[because](space_name)}</p>
      <span className={styles.buttons}>
        {isOffered && (
          <Button
            small
            onClick={() => {
              dismiss();
              void orToast(
                setTellsWaiting(space_id, true),
                `You will be told when a question waits in ${space_name}`,
              );
            }}
          >
            Tell me when a question waits here
          </Button>
        )}
        {because !== 'stopped' && hasKey && (
          <Button small tone="accent" onClick={lendAgain}>
            Lend again
          </Button>
        )}
        <Button small onClick={dismiss}>
          {because === 'stopped' ? 'No' : 'OK'}
        </Button>
      </span>
    </section>
  );
}
