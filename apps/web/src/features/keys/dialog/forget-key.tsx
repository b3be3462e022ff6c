import type { ProviderName } from '@polylogue/providers';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/index.ts';
import { settings } from '../room.ts';
import styles from './configuration.module.css';

interface ForgetKeyProps {
  provider: ProviderName;
  /** Whether there is a saved key to forget. */
  isSaved: boolean;
  onForgotten(): void;
}

/** Removes the saved key from this browser, after a second look. */
export function ForgetKey({ provider, isSaved, onForgotten }: ForgetKeyProps) {
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<'gone' | 'stuck' | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) keep.current?.focus();
  }, [isAsking]);

  function leave() {
    setAsking(false);
    // The button comes back with the next painting.
    requestAnimationFrame(() => ask.current?.focus());
  }

  function forget() {
    setAsking(false);
    setOutcome(settings.forgetKey(provider) ? 'gone' : 'stuck');
    onForgotten();
  }

  return (
    <div className={styles.forget}>
      {isAsking && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset of buttons would be read as a form
        <div role="group" aria-label="Forget this key" className={styles.asking}>
          <p>Remove the {provider} key from this browser? You would have to enter it again.</p>
          <Button small tone="danger" onClick={forget}>
            Forget it
          </Button>
          <Button small ref={keep} onClick={leave}>
            Keep it
          </Button>
        </div>
      )}
      {!isAsking && isSaved && (
        <Button small tone="quiet" ref={ask} onClick={() => setAsking(true)}>
          Forget this key
        </Button>
      )}
      <p role="status" className={styles.quiet}>
        {outcome === 'gone' && !isSaved && 'The key is gone from this browser.'}
        {outcome === 'stuck' && 'This browser would not remove the key. Clear the site data in its settings.'}
      </p>
    </div>
  );
}
