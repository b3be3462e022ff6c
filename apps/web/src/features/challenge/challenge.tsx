import { type Ref, useEffect, useEffectEvent, useImperativeHandle } from 'react';
import { AltchaChallenge } from './altcha/altcha-challenge.tsx';
import type { Action } from './altcha/fetch-challenge.ts';
import type { ChallengeHandle, Kind, OnSolved } from './proof.ts';
import { TurnstileChallenge } from './turnstile/turnstile-challenge.tsx';

export type { ChallengeHandle } from './proof.ts';

interface ChallengeProps {
  /** Undefined until the server has answered; until then its space is reserved. */
  kind: Kind | undefined;
  /** What the form will request. */
  action: Action;
  onSolved: OnSolved;
  /** Called before the page is reloaded: whether everything typed into the form will be restored afterwards. */
  storeTyped(): boolean;
  ref?: Ref<ChallengeHandle>;
}

/**
 * Requires proof that a person, not a program, is filling in the surrounding form. Belongs inside that
 * form, in a group with a name of its own.
 */
export function Challenge({ kind, action, onSolved, storeTyped, ref }: ChallengeProps) {
  switch (kind?.kind) {
    case 'off':
      return <NoChallenge onSolved={onSolved} ref={ref} />;
    case 'turnstile':
      return (
        <TurnstileChallenge
          key={action}
          siteKey={kind.site_key}
          action={action}
          onSolved={onSolved}
          storeTyped={storeTyped}
          ref={ref}
        />
      );
    default:
      return <AltchaChallenge key={action} isKnown={!!kind} action={action} onSolved={onSolved} ref={ref} />;
  }
}

function NoChallenge({ onSolved, ref }: { onSolved: OnSolved; ref: Ref<ChallengeHandle> | undefined }) {
  const solved = useEffectEvent(() => onSolved('off'));
  useEffect(() => solved(), []);
  useImperativeHandle(ref, () => ({ reset: () => onSolved('off'), focus() {} }), [onSolved]);
  return null;
}
