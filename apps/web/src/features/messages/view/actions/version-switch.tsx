import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLive } from '../../../../lib/state/use-live.ts';
import { counted } from '../../../../lib/text/counts.ts';
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  IconButton,
  TextButton,
  VisuallyHidden,
} from '../../../../ui/index.ts';
import type { Fork, ListSource } from '../list-state.ts';
import { laterMessages } from './later-messages.ts';
import styles from './version-switch.module.css';

interface VersionSwitchProps {
  /** The message it belongs to. */
  id: string;
  fork: Fork;
  source: ListSource;
  onShow(id: string, version: number): void;
}

type Step = -1 | 1;

// Switching shows another message, with a row of its own: its buttons take over the focus.
let pressed: { id: string; step: Step } | null = null;

/** Which version of a message, and of all that follows it, is shown, and how to reach the others. */
export function VersionSwitch({ id, fork, source, onShow }: VersionSwitchProps) {
  const isIdle = useLive(source, ({ pending }) => pending.type === 'idle');
  const back = useRef<HTMLButtonElement>(null);
  const on = useRef<HTMLButtonElement>(null);
  const shown = fork.indexOf(null);
  const isLast = useLive(source, ({ messages }) => messages.at(-1)?.id === id);
  // Added to the region after it is there: only changes of a region are read aloud.
  const [isThere, setThere] = useState(false);
  const later = isThere && isLast ? laterMessages(fork) : null;

  useEffect(() => setThere(true), []);

  useEffect(() => {
    if (pressed?.id !== id) return;
    (pressed.step === 1 ? on : back).current?.focus();
    pressed = null;
  }, [id]);

  function show(version: number) {
    const next = fork[version]?.[0];
    if (!next || !isIdle) return;
    pressed = { id: next.id, step: version > shown ? 1 : -1 };
    onShow(id, version);
  }

  const go = (step: Step) => show(shown + step);

  function keyed(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(event.key === 'ArrowLeft' ? -1 : 1);
  }

  const stepButton = (step: Step) => (
    <IconButton
      ref={step === 1 ? on : back}
      label={step === 1 ? 'Next version' : 'Previous version'}
      small
      className={styles.step}
      // Not `disabled`, which would lose the focus at the first or last version.
      aria-disabled={!isIdle || !fork[shown + step] || undefined}
      onClick={() => go(step)}
    >
      {step === 1 ? <ChevronRightIcon size={16} /> : <ChevronLeftIcon size={16} />}
    </IconButton>
  );

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons are not a set of fields */}
      <div className={styles.versions} role="group" aria-label="Versions" data-lasting onKeyDown={keyed}>
        {stepButton(-1)}
        <span aria-hidden="true">
          {counted(shown + 1)}/{counted(fork.length)}
        </span>
        <VisuallyHidden>
          Version {counted(shown + 1)} of {counted(fork.length)}
        </VisuallyHidden>
        {stepButton(1)}
      </div>
      <span role="status" className={styles.later} data-lasting>
        {later && (
          <>
            {later.count === 1 ? '1 later message is' : `${counted(later.count)} later messages are`} in
            version {later.version + 1} ·{' '}
            <TextButton aria-disabled={!isIdle || undefined} onClick={() => show(later.version)}>
              Undo<VisuallyHidden> and go back to that version</VisuallyHidden>
            </TextButton>
          </>
        )}
      </span>
    </>
  );
}
