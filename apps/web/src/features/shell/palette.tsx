import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { counted } from '../../lib/text/counts.ts';
import { Dialog, DialogTitle } from '../../ui/dialog/index.ts';
import { isComposing, VisuallyHidden } from '../../ui/index.ts';
import { isGuest } from '../conversation/index.ts';
import styles from './palette.module.css';
import { useFound } from './use-found.ts';

interface PaletteProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What was typed before its box was there, which has the keys from now on. */
  early(): string;
}

/** Jumps to a conversation, a space, a person or a page by a few letters of its name, and to a message by its words. */
export function Palette({ open, onOpenChange, early }: PaletteProps) {
  const box = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} initialFocus={box} high>
      <DialogTitle>Go to</DialogTitle>
      <Choice box={box} early={early} onGo={() => onOpenChange(false)} />
    </Dialog>
  );
}

function foundWords(count: number, isLooking: boolean, hasFailed: boolean): string {
  if (count > 0) return `${counted(count)} found`;
  if (isLooking) return 'Searching';
  return hasFailed ? '' : 'Nothing found';
}

/** No option in particular. */
const first = { at: 0, href: null };

interface ChoiceProps extends Pick<PaletteProps, 'early'> {
  box: React.RefObject<HTMLInputElement | null>;
  onGo(): void;
}

function Choice({ box, early, onGo }: ChoiceProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  /** Others may come above it. */
  const [marked, setMarked] = useState<{ at: number; href: string | null }>(first);
  const { groups, isCurrent, isLooking, hasFailed, note } = useFound(text);
  const options = groups.flatMap((group) => group.options);
  const same = options.findIndex(({ href }) => href === marked.href);
  const at = same >= 0 ? same : Math.min(marked.at, options.length - 1);
  const best = text.trim() === '' ? undefined : options[at]?.href;
  // What Enter goes to is what it was when it was first shown, whatever comes above it.
  if (isCurrent && best !== undefined && best !== marked.href) setMarked({ at, href: best });
  const mark = (number: number) => setMarked({ at: number, href: options[number]?.href ?? null });
  const list = useId();
  const idOf = (number: number) => `${list}-${number}`;

  useLayoutEffect(() => {
    setText(early());
    box.current?.focus();
  }, [early, box]);

  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);

  function go(href: string) {
    onGo();
    navigate(href);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[at];
    if (step && options.length > 0) mark((at + step + options.length) % options.length);
    else if (event.key === 'Enter' && option) go(option.href);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        ref={box}
        className={styles.box}
        type="text"
        role="combobox"
        aria-label={
          isGuest()
            ? 'Conversation, page or words of a message'
            : 'Conversation, space, person, page or words of a message'
        }
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? idOf(at) : undefined}
        placeholder="A name, or words of a message"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMarked(first);
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden>
        <span role="status">{foundWords(options.length, isLooking, hasFailed)}</span>
      </VisuallyHidden>
      <div id={list} role="listbox" aria-label="Found" className={styles.list}>
        {groups.map(({ title, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
          <div key={title} role="group" aria-label={title}>
            <p className={styles.title} aria-hidden="true">
              {title}
            </p>
            {own.map((option) => {
              const number = options.indexOf(option);
              return (
                // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the box above has the focus and the keys
                <div
                  key={option.href}
                  id={idOf(number)}
                  role="option"
                  aria-selected={number === at}
                  className={styles.option}
                  onPointerMove={() => mark(number)}
                  onClick={() => go(option.href)}
                >
                  <span className={styles.name} dir="auto">
                    {option.title}
                  </span>
                  {option.aside && <span className={styles.aside}>{option.aside}</span>}
                  {option.about && (
                    <span className={styles.about} dir="auto">
                      {option.about}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {options.length === 0 && !isLooking && !hasFailed && (
        <p className={styles.none}>Nothing found. Try another word, or the beginning of one.</p>
      )}
      {note && (
        <p role="status" className={styles.none}>
          {note}
        </p>
      )}
    </>
  );
}
