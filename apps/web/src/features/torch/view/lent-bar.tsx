import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { registerUnsavedWork } from '../../../lib/drafts/unsaved-work.ts';
import { connectRequested } from '../../../lib/state/connect-requested.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button, TorchIcon, useOpening } from '../../../ui/index.ts';
import { ownSpaces } from '../../space/index.ts';
import { torchOf } from '../answering/wiring.ts';
import type { UsedToday } from '../lends/advertising.ts';
import { type LentAs, lendLost, type OwnLend } from '../lends/lends.ts';
import { troubleWords } from '../lends/trouble-words.ts';
import { restingWords, usedUpWords, usedWords } from '../lends/used-words.ts';
import { nameOfModel } from '../models/model-words.ts';
import { lendDialog } from './lend-button.tsx';
import styles from './lending-bar.module.css';
import { useBudgetUsedUp } from './use-budget-used-up.ts';

interface LentBarProps {
  me: string;
  own: OwnLend;
  as: LentAs;
}

const nothing: UsedToday = { usd: 0, tokens: 0, isBound: false };

/** One lend: what of it is used, or why it answers nobody, with the way out. */
export function LentBar({ me, own, as }: LentBarProps) {
  const { space_id, space_name, askers = {} } = own;
  const torch = torchOf(me);
  const used = useLive(torch.used, (all) => all[space_id]?.[as] ?? nothing);
  const trouble = useLive(torch.troubles, (all) => (as === 'lent' ? all[space_id] : undefined));
  const isAnswering = useLive(torch.held, (all) =>
    all.some((turn) => turn.space_id === space_id && (turn.asked_by === me) === (as === 'lent_to_self')),
  );
  useEffect(
    () => registerUnsavedWork({ words: () => lendLost(space_name, as), isLostWithTab: () => false }),
    [space_name, as],
  );
  const { Part: LendDialog, isOpen, setOpen, approaching } = useOpening(lendDialog, 'Lend your key');
  const spaceNow = useQuery(ownSpaces).data?.find(({ space }) => space.space_id === space_id);
  const resting = restingWords(spaceNow);
  const budget = useBudgetUsedUp();
  const isOverBudget = resting === null && budget !== null;
  const wrong =
    resting ??
    (budget && `${budget}, so your key answers nobody in ${space_name}.`) ??
    (trouble ? troubleWords(trouble, space_name) : usedUpWords(own, used));
  // A space may have been renamed or opened to everyone since.
  const { name, visibility } = spaceNow?.space ?? { ...own, name: space_name };
  const space = { space_id, name, visibility };
  return (
    <section
      className={styles.bar}
      data-wrong={wrong !== null || undefined}
      aria-label={as === 'lent' ? `Lent to ${space_name}` : `Your questions in ${space_name}`}
    >
      <p className={styles.words}>
        <TorchIcon size={16} />
        {wrong === null ? (
          <span>
            {lentWords(own, as, isAnswering)} {space_name}
            {as === 'lent_to_self' && <span className={styles.detail}> on other devices</span>}:{' '}
            {usedWords(own, used)}
          </span>
        ) : (
          <span role="alert">
            {wrong} {isOverBudget && <Link href="/costs">Costs</Link>}
          </span>
        )}
      </p>
      <span className={styles.buttons}>
        {trouble?.kind === 'failed' && (
          <Button small tone="accent" onClick={() => connectRequested.dispatch(trouble.failed.connection)}>
            Models & keys
          </Button>
        )}
        {trouble?.kind === 'asleep' && (
          <Button small onClick={() => torch.troubles.clear(space_id)}>
            OK
          </Button>
        )}
        {own.lend.only_turn === undefined && (
          <Button small {...approaching} onClick={() => setOpen(true)}>
            Change…
          </Button>
        )}
        <Button small onClick={() => (as === 'lent' ? torch : torch.forSelf).end(space_id)}>
          {as === 'lent' ? 'Stop lending' : 'Turn off'}
        </Button>
      </span>
      {LendDialog && (
        <LendDialog
          isChanging
          me={me}
          target={{ space, askers: as === 'lent' ? askers : {}, as, wants: null }}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </section>
  );
}

/** Before the name of the space; in two words on a phone. */
function lentWords({ lend: { models, only_turn } }: OwnLend, as: LentAs, isAnswering: boolean) {
  // What moves the room on a phone at every question is left out there.
  if (isAnswering) return <Briefly words="Lent to">Your key is answering in</Briefly>;
  if (only_turn !== undefined) return 'Your key answers one question in';
  if (as === 'lent_to_self') return 'Your key answers what you ask in';
  return (
    <Briefly words="Lent to">
      Lending {models.map(({ provider, model }) => nameOfModel(provider, model)).join(', ')} to
    </Briefly>
  );
}

/** On a phone only these words. */
const Briefly = ({ words, children }: { words: string; children: ReactNode }) => (
  <>
    <span className={styles.detail}>{children}</span>
    <span className={styles.brief}>{words}</span>
  </>
);
