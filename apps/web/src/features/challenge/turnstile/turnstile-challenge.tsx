import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { Button, Snake } from '../../../ui/index.ts';
import type { Action } from '../altcha/fetch-challenge.ts';
import styles from '../challenge.module.css';
import type { ChallengeHandle, OnSolved } from '../proof.ts';
import { turnstile } from './api.ts';
import { isFormDocument, isFormPage } from './form-document.ts';

interface TurnstileChallengeProps {
  siteKey: string;
  action: Action;
  onSolved: OnSolved;
  storeTyped(): boolean;
  ref: Ref<ChallengeHandle> | undefined;
}

/** Cloudflare's widget, which has its own text, and ours for when it does not load. */
export function TurnstileChallenge({ siteKey, action, onSolved, storeTyped, ref }: TurnstileChallengeProps) {
  const place = useRef<HTMLDivElement>(null);
  const again = useRef(() => {});
  const [stage, setStage] = useState<'loading' | 'shown' | 'failed' | 'elsewhere'>('loading');
  const [attempt, setAttempt] = useState(1);
  const notify = useEffectEvent(onSolved);
  const reloadHere = useEffectEvent(() => {
    // Passwords are not stored: a visitor who has typed one decides when to reload.
    if (storeTyped()) location.reload();
    else setStage('elsewhere');
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts from scratch
  useEffect(() => {
    let isHere = true;
    let removeWidget = () => {};
    const fail = () => {
      if (!isHere) return true;
      notify(undefined);
      setStage('failed');
      return true;
    };
    if (!isFormDocument()) {
      if (isFormPage()) reloadHere();
      else fail();
      return;
    }
    turnstile.fetch().then((api) => {
      if (!isHere || !place.current) return;
      const id = api.render(place.current, {
        sitekey: siteKey,
        action,
        theme: 'auto',
        size: 'flexible',
        'response-field': false,
        'refresh-expired': 'auto',
        // A retry would be hidden behind our message, which has a button for it.
        retry: 'never',
        callback: (token) => isHere && notify(token),
        'expired-callback': () => isHere && notify(undefined),
        'timeout-callback': () => isHere && notify(undefined),
        'error-callback': fail,
      });
      if (id === undefined) return fail();
      removeWidget = () => api.remove(id);
      again.current = () => api.reset(id);
      setStage('shown');
    }, fail);
    return () => {
      isHere = false;
      again.current = () => {};
      removeWidget();
    };
  }, [siteKey, action, attempt]);

  useImperativeHandle(
    ref,
    () => ({
      reset() {
        onSolved(undefined);
        again.current();
      },
      // Its box is in a frame from another host, one Tab away from here.
      focus: () => place.current?.focus(),
    }),
    [onSolved],
  );

  function retry() {
    setStage('loading');
    setAttempt(attempt + 1);
  }

  function reload() {
    storeTyped();
    location.reload();
  }

  return (
    <div className={styles.challenge} data-stage={stage}>
      {stage === 'loading' && <Snake label="Loading the challenge" />}
      <div
        className={styles.frame}
        ref={place}
        tabIndex={-1}
        hidden={stage === 'failed' || stage === 'elsewhere'}
      />
      {stage === 'elsewhere' && (
        <div className={styles.failed} role="alert">
          <p>
            Cloudflare’s challenge needs this page to be reloaded. What you typed stays, except for passwords.
          </p>
          <Button small onClick={reload}>
            Reload
          </Button>
        </div>
      )}
      {stage === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>
            Cloudflare’s challenge could not be loaded or solved. Check your connection and whether something
            in this browser blocks challenges.cloudflare.com, then try again.
          </p>
          <Button small onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
