import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react';
import { whenVisible } from '../../../lib/page/visible.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button, Snake } from '../../../ui/index.ts';
import styles from '../challenge.module.css';
import type { ChallengeHandle, OnSolved } from '../proof.ts';
import { type Action, fetchChallenge } from './fetch-challenge.ts';
import { solve } from './solve.ts';
import { openSolver, type Stage } from './solver.ts';

interface AltchaChallengeProps {
  /** False until the server has said which challenge it is. */
  isKnown: boolean;
  action: Action;
  onSolved: OnSolved;
  ref: Ref<ChallengeHandle> | undefined;
}

/** The events that start the work: the first interactions with the form. */
const signs = ['focusin', 'pointerdown', 'input'];

/**
 * Proof of work: cheap for one visitor, expensive for a flood of bots. It begins at the first interaction, so
 * that it is done before the form is filled in; the checkbox shows its progress.
 */
export function AltchaChallenge({ isKnown, action, onSolved, ref }: AltchaChallengeProps) {
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const status = useId();
  const [work] = useState(() =>
    openSolver({ solve: async (signal) => solve(await fetchChallenge(action, signal), signal), whenVisible }),
  );
  const state = useLive(work, (stage) => stage);
  const token = state.stage === 'solved' ? state.token : undefined;

  const notify = useEffectEvent(onSolved);
  useEffect(() => notify(token), [token]);
  useImperativeHandle(ref, () => ({ reset: work.reset, focus: () => box.current?.focus() }), [work]);

  useEffect(() => {
    if (!isKnown) return;
    const form = place.current?.closest('form');
    const begin = () => {
      if (work.read().stage === 'waiting') work.begin();
    };
    if (form?.contains(document.activeElement)) begin();
    for (const sign of signs) form?.addEventListener(sign, begin);
    return () => {
      for (const sign of signs) form?.removeEventListener(sign, begin);
      work.leave();
    };
  }, [work, isKnown]);

  return (
    <div className={styles.challenge} ref={place} data-stage={state.stage}>
      <label className={styles.row}>
        <span className={styles.mark}>
          <input
            ref={box}
            type="checkbox"
            className={styles.box}
            checked={state.stage === 'solved'}
            disabled={!isKnown}
            aria-describedby={status}
            onChange={work.begin}
          />
          {state.stage === 'working' && <Snake size={18} />}
        </span>
        <span>I am human</span>
      </label>
      <span className={styles.status} id={status} role="status">
        {words[state.stage]}
      </span>
      {state.stage === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>{state.sentence}</p>
          <Button small onClick={work.begin}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

const words: Record<Stage['stage'], string> = {
  waiting: '',
  working: 'Checking…',
  solved: 'Checked',
  failed: '',
};
