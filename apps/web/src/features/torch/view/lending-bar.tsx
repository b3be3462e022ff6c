import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button } from '../../../ui/index.ts';
import { ownSpaces } from '../../space/index.ts';
import { torchOf } from '../answering/wiring.ts';
import { troubledElsewhere } from '../lends/lend-troubles.ts';
import type { LentAs, OwnLend } from '../lends/lends.ts';
import { restingWords, usedUpWords } from '../lends/used-words.ts';
import { FirstKeyBar } from './first-key-bar.tsx';
import { LendNoticeBar } from './lend-notice.tsx';
import styles from './lending-bar.module.css';
import { LentBar } from './lent-bar.tsx';
import { TroubleBar } from './trouble-bar.tsx';
import { useBudgetUsedUp } from './use-budget-used-up.ts';

/** Shows on every page what this browser lends, what of it is used, and what is wrong with it; one press ends it. */
export function LendingBar({ me }: { me: string }) {
  const torch = torchOf(me);
  const lends = useLive(torch.lends, (all) => all);
  const forSelf = useLive(torch.forSelf, (all) => all);
  const notices = useLive(torch.notices, (all) => all);
  const troubles = useLive(torch.troubles, (all) => all);
  const used = useLive(torch.used, (all) => all);
  const budget = useBudgetUsedUp();
  const [isOpen, setOpen] = useState(false);
  const all = [...listed(lends, 'lent'), ...listed(forSelf, 'lent_to_self')];
  // On a phone each of them takes two lines.
  const isFolding = !isOpen && all.length > 2;
  const spaces = useQuery({ ...ownSpaces, enabled: isFolding }).data;

  /** Whether nothing but the budget keeps it from answering. */
  function isAnswering({ own, as }: { own: OwnLend; as: LentAs }): boolean {
    const { space_id } = own;
    const today = used[space_id]?.[as];
    const isUsedUp = today !== undefined && usedUpWords(own, today) !== null;
    const isResting = restingWords(spaces?.find(({ space }) => space.space_id === space_id)) !== null;
    return !isUsedUp && !isResting && !(space_id in troubles);
  }

  const folded = isFolding ? all.filter(isAnswering) : [];
  const places = new Intl.ListFormat('en').format([...new Set(folded.map(({ own }) => own.space_name))]);
  return (
    <>
      {all
        .filter((one) => !folded.includes(one))
        .map((one) => (
          <LentBar key={`${one.as} ${one.own.space_id}`} me={me} {...one} />
        ))}
      {folded.length > 0 && (
        <section className={styles.bar} data-wrong={budget !== null || undefined} aria-label="What you lend">
          {budget === null ? (
            <p>Your key answers in {places}.</p>
          ) : (
            <p role="alert">
              {budget}, so your key answers nobody in {places}. <Link href="/costs">Costs</Link>
            </p>
          )}
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
