import { useState } from 'react';
import { Button, TorchIcon } from '../../../ui/index.ts';
import type { LendOffer, LendTarget } from '../lends/lend-offer.ts';
import { tokensNote } from '../lends/lend-words.ts';
import { nameOfModel } from '../models/model-words.ts';
import styles from './lend-one-press.module.css';
import { answerOnce, lendOffered, notStored, problemOf, sentenceOf } from './use-lend-offer.ts';

interface OnePressProps {
  me: string;
  offer: LendOffer;
  target: LendTarget;
  label: string;
  /** In a dialog, which was opened for this; the price comes after the dialog. */
  autoFocus?: boolean;
  /** Opens everything else that can be chosen. */
  onChange(): void;
  onLent?(): void;
  /** A question that can also be answered without lending for others. */
  once?: { turn_id: string; asked_by: string } | undefined;
}

/** One sentence with one button that does what it says. */
export function LendOnePress({ me, offer, target, label, autoFocus, onChange, onLent, once }: OnePressProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const wrong = problemOf(offer);
  const problem = error ?? (wrong && `${wrong}.`);

  async function act(begin: () => Promise<void>) {
    setBusy(true);
    setError(null);
    try {
      await begin();
      onLent?.();
    } catch {
      setError(notStored);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.offer}>
      <p className={styles.sentence}>
        <TorchIcon size={18} />
        <span>{sentenceOf(offer, target)}</span>
      </p>
      {offer.terms.price === null && (
        <p className={styles.note}>{tokensNote(nameOfModel(offer.chosen.provider, offer.chosen.model))}</p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        {wrong === null && (
          <Button
            small
            tone="accent"
            autoFocus={autoFocus}
            busy={isBusy}
            onClick={() => void act(() => lendOffered(me, offer, target))}
          >
            {label}
          </Button>
        )}
        {once && wrong === null && (
          <Button small busy={isBusy} onClick={() => void act(() => answerOnce(me, offer, target, once))}>
            Answer this one
          </Button>
        )}
        <Button small autoFocus={autoFocus && wrong !== null} onClick={onChange}>
          Change…
        </Button>
      </div>
    </div>
  );
}
