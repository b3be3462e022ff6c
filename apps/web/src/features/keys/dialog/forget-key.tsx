import type { ProviderName } from '@polylogue/providers';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/index.ts';
import { connectionName } from '../presets.ts';
import { settings } from '../wiring.ts';
import styles from './configuration.module.css';

interface ForgetKeyProps {
  provider: ProviderName;
  /** The origin it was saved for; null when there is no saved key to forget. */
  origin: string | null;
  onForgotten(): void;
}

/** Removes the saved key from this browser, after asking. */
export function ForgetKey({ provider, origin, onForgotten }: ForgetKeyProps) {
  const isSaved = origin !== null;
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<'gone' | 'stuck' | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);

  // The focus moves to the button that replaces the pressed one, so that one must be there first.
  function show(isAsked: boolean) {
    flushSync(() => setAsking(isAsked));
    (isAsked ? keep : ask).current?.focus();
  }

  function forget() {
    setAsking(false);
    setOutcome(settings.forgetKey({ provider, ...(origin && { origin }) }) ? 'gone' : 'stuck');
    onForgotten();
  }

  return (
    <div className={styles.forget} data-asking={isAsking || undefined}>
      {isAsking && (
        <fieldset className={styles.asking}>
          <legend>Remove the {connectionName(provider, origin ?? '')} key from this browser?</legend>
          <Button small tone="danger" onClick={forget}>
            Remove it
          </Button>
          <Button small ref={keep} onClick={() => show(false)}>
            Keep it
          </Button>
        </fieldset>
      )}
      {!isAsking && isSaved && (
        <Button small tone="quiet" className={styles.quiet} ref={ask} onClick={() => show(true)}>
          Remove this key
        </Button>
      )}
      <p role="status" className={styles.outcome}>
        {outcome === 'gone' && !isSaved && 'Key removed from this browser.'}
        {outcome === 'stuck' && 'This browser could not remove the key. Clear the site data in its settings.'}
      </p>
    </div>
  );
}
