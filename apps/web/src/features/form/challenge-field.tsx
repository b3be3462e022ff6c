import { type ComponentProps, type RefObject, useId } from 'react';
import { Button } from '../../ui/index.ts';
import { Challenge, type ChallengeHandle } from '../challenge/index.ts';
import styles from './form.module.css';
import { useOptions } from './options.ts';

interface ChallengeFieldProps {
  action: ComponentProps<typeof Challenge>['action'];
  onSolved(token: string | null | undefined): void;
  /** See Challenge. */
  storeTyped(): boolean;
  /** Shown while it must be solved and is not. */
  error: string | undefined;
  widget: RefObject<ChallengeHandle | null>;
}

/** The challenge of a form, with its error. */
export function ChallengeField({ action, onSolved, storeTyped, error, widget }: ChallengeFieldProps) {
  const { options, failure, retry } = useOptions();
  const id = useId();
  if (failure) {
    return (
      <div className={styles.lost} role="alert">
        <p>The challenge could not be loaded. {failure}</p>
        <Button small onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one more line to look at
    <div role="group" aria-label="Challenge" aria-describedby={error && id}>
      <Challenge
        kind={options?.challenge}
        action={action}
        onSolved={onSolved}
        storeTyped={storeTyped}
        ref={widget}
      />
      {error && (
        <p className={styles.unsolved} id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
