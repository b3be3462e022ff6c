import { useState } from 'react';
import { connectRequested } from '../../../lib/state/connect-requested.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button, Notice, Snake } from '../../../ui/index.ts';
import type { LendOffer, LendTarget, NoOffer } from '../lends/lend-offer.ts';
import { LendDetails } from './lend-details.tsx';
import styles from './lend-dialog.module.css';
import { LendOnePress } from './lend-one-press.tsx';
import { TellWaiting } from './tell-waiting.tsx';
import { notStored, useLendOffer } from './use-lend-offer.ts';

interface LendDialogProps {
  target: LendTarget;
  me: string;
  /** Opens with all that can be chosen. */
  isChanging?: boolean;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** How much of the member's own key others in a space may use, and for how long. */
export function LendDialog({ target, me, isChanging = false, open, onOpenChange }: LendDialogProps) {
  const { space, as } = target;
  return (
    <FormDialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>
        {as === 'lent_to_self' ? `Answer your questions in ${space.name}` : `Lend your key to ${space.name}`}
      </DialogTitle>
      {open && <Content {...{ target, me, isChanging }} close={() => onOpenChange(false)} />}
    </FormDialog>
  );
}

interface ContentProps extends Required<Pick<LendDialogProps, 'target' | 'me' | 'isChanging'>> {
  close(): void;
}

function Content({ target, me, isChanging: isChangingFirst, close }: ContentProps) {
  const { offer, isLooking, lookAgain } = useLendOffer(me, target);
  const [isChanging, setChanging] = useState(isChangingFirst);
  if (offer === undefined) return <Snake size={24} label="Loading the price" />;
  if (typeof offer === 'string')
    return <NothingToLend because={offer} {...{ isLooking, lookAgain, close }} />;
  return (
    <div className={styles.form}>
      <p className={styles.note}>{explanations[target.as]}</p>
      {isChanging ? (
        <Steady {...{ me, offer, target, close }} />
      ) : (
        <LendOnePress
          {...{ me, offer, target }}
          autoFocus
          label={target.as === 'lent_to_self' ? 'Answer with my key' : 'Lend'}
          onChange={() => setChanging(true)}
          onLent={close}
        />
      )}
      {target.as === 'lent' && !isChanging && <TellWaiting space_id={target.space.space_id} />}
    </div>
  );
}

/** What is typed is compared with what was there first, not with what an answer used meanwhile. */
function Steady({ offer, ...props }: Parameters<typeof LendDetails>[0]) {
  const [first] = useState<LendOffer>(offer);
  return <LendDetails {...props} offer={{ ...first, spent: offer.spent }} />;
}

const explanations = {
  lent: 'Your browser sends others’ questions to your provider, and passes the answers on. Your key never leaves this browser, and works for others only while the app is open in it.',
  lent_to_self:
    'This browser answers what you ask on other devices, even ones without a key. Your key never leaves this browser, and answers only while the app is open in it.',
};

const reasons: Readonly<Record<NoOffer, string>> = {
  'no-key':
    'You have no key saved in this browser yet. Connect a model first; the key stays in this browser.',
  'no-model':
    'This question asks for a model that none of your keys here is for. Connect it first; the key stays in this browser.',
  unlimited:
    'The thinking of your models may not count towards the limit of an answer, so a question could cost more than you allow. Connect another model to lend.',
  'not-stored': notStored,
  'no-price': 'Check your connection and try again.',
};

/** Of what has gone wrong, rather than not been done yet. */
const titles: Partial<Record<NoOffer, string>> = {
  unlimited: 'Your models cannot be lent',
  'not-stored': 'Your key cannot be lent in this browser',
  'no-price': 'The price could not be loaded',
};

interface NothingToLendProps extends Pick<ReturnType<typeof useLendOffer>, 'isLooking' | 'lookAgain'> {
  because: NoOffer;
  close(): void;
}

function NothingToLend({ because, isLooking, lookAgain, close }: NothingToLendProps) {
  const title = titles[because];
  return (
    <>
      {title ? (
        <Notice tone="bad" title={title}>
          {reasons[because]}
        </Notice>
      ) : (
        <p>{reasons[because]}</p>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        {because === 'not-stored' || because === 'no-price' ? (
          <Button tone="accent" autoFocus busy={isLooking} onClick={lookAgain}>
            Try again
          </Button>
        ) : (
          <Button
            tone="accent"
            autoFocus
            onClick={() => {
              close();
              connectRequested.dispatch(true);
            }}
          >
            Connect a model
          </Button>
        )}
      </DialogActions>
    </>
  );
}
