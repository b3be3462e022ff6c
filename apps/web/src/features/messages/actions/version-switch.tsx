import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { ChevronLeftIcon, ChevronRightIcon, IconButton, VisuallyHidden } from '../../../ui/index.ts';
import type { Fork, ListSource } from '../list-state.ts';
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

  useEffect(() => {
    if (pressed?.id !== id) return;
    (pressed.step === 1 ? on : back).current?.focus();
    pressed = null;
  }, [id]);

  function go(step: Step) {
    const next = fork[shown + step]?.[0];
    if (!next || !isIdle) return;
    pressed = { id: next.id, step };
    onShow(id, shown + step);
  }

  function keyed(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
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
    // biome-ignore lint/a11y/useSemanticElements: two buttons are not a set of fields
    <div className={styles.versions} role="group" aria-label="Versions" onKeyDown={keyed}>
      {stepButton(-1)}
      <span aria-hidden="true">
        {shown + 1}/{fork.length}
      </span>
      <VisuallyHidden>
        Version {shown + 1} of {fork.length}
      </VisuallyHidden>
      {stepButton(1)}
    </div>
  );
}
