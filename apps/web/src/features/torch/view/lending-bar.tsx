import { useState } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button } from '../../../ui/index.ts';
import { torchOf } from '../answering/wiring.ts';
import { troubledElsewhere } from '../lends/lend-troubles.ts';
import type { LentAs, OwnLend } from '../lends/lends.ts';
import { FirstKeyBar } from './first-key-bar.tsx';
import { LendNoticeBar } from './lend-notice.tsx';
import styles from './lending-bar.module.css';
import { LentBar } from './lent-bar.tsx';
import { TroubleBar } from './trouble-bar.tsx';

/** Shows on every page what this browser lends, what of it is used, and what is wrong with it; one press ends it. */
export function LendingBar({ me }: { me: string }) {
  const torch = torchOf(me);
  const lends = useLive(torch.lends, (all) => all);
  const forSelf = useLive(torch.forSelf, (all) => all);
  const notices = useLive(torch.notices, (all) => all);
  const troubles = useLive(torch.troubles, (all) => all);
  const [isOpen, setOpen] = useState(false);
  const all = [...listed(lends, 'lent'), ...listed(forSelf, 'lent_to_self')];
  // On a phone each of them takes two lines.
  const folded = isOpen || all.length < 3 ? [] : all.filter(({ own }) => !(own.space_id in troubles));
  return (
    <>
      {all
        .filter((one) => !folded.includes(one))
        .map((one) => (
          <LentBar key={`${one.as} ${one.own.space_id}`} me={me} {...one} />
        ))}
      {folded.length > 0 && (
        <section className={styles.bar} aria-label="What you lend">
          <p>
            Your key answers in{' '}
            {new Intl.ListFormat('en').format([...new Set(folded.map(({ own }) => own.space_name))])}.
          </p>
          <span className={styles.buttons}>
            <Button small onClick={() => setOpen(true)}>
              Show
            </Button>
            <Button
              small
              onClick={() => {
                for (const { own, as } of folded) (as === 'lent' ? torch : torch.forSelf).end(own.space_id);
              }}
            >
              Stop lending
            </Button>
          </span>
        </section>
      )}
      {troubledElsewhere(troubles, lends).map((space_id) => (
        <TroubleBar key={space_id} me={me} space_id={space_id} />
      ))}
      {notices.map((notice) => (
        <LendNoticeBar key={notice.space_id} me={me} notice={notice} />
      ))}
      <FirstKeyBar />
    </>
  );
}

const listed = (lends: Readonly<Record<string, OwnLend>>, as: LentAs) =>
  Object.values(lends).map((own) => ({ own, as }));
