import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messageHash } from '../../../lib/page/message-address.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { counted } from '../../../lib/text/counts.ts';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  CloseIcon,
  IconButton,
  isComposing,
  TextButton,
} from '../../../ui/index.ts';
import type { ListSource } from '../view/list-state.ts';
import type { RowMemory } from '../view/row-memory.ts';
import styles from './find-bar.module.css';
import { type FindState, openFinder } from './finder.ts';
import type { Finding } from './finding.ts';
import { useHighlights } from './use-highlights.ts';

export interface FindBarProps {
  finding: Finding;
  source: ListSource;
  /** The rows of the list: which is that far down, and how far down one is that it jumps to (pixels). */
  window: { heights: { indexAt(top: number): number }; jumpTo(index: number): number };
  memory: RowMemory;
  scroller: RefObject<HTMLElement | null>;
  /** What to say when there is no match, because not everything is loaded. */
  notFound?: string | undefined;
}

/** Searches the whole conversation and goes from one match to the next. */
export function FindBar(props: FindBarProps) {
  const { finding, source, window, memory, scroller, notFound = 'Nothing found' } = props;
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(document.activeElement);
  const shown = useRef('');
  const [typed, setTyped] = useState('');
  // Branches cannot be switched while an answer is on its way.
  const isIdle = useLive(source, ({ pending }) => pending.type === 'idle');
  const [finder] = useState(() => finderOf(source, memory));
  const found = useLive(finder, (now) => now);
  const { elsewhere, total } = found;
  const requests = useLive(finding, (wish) => wish.requests);
  useHighlights(finder, source, window, scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it again selects the text
  useLayoutEffect(() => {
    const { markedIn, sought } = finding.read();
    if (markedIn === null) {
      field.current?.focus();
      field.current?.select();
    } else {
      setTyped(sought.join(' '));
      const at = source.read().messages.findIndex(({ id }) => id === markedIn);
      finder.search(sought, at, true);
    }
  }, [requests]);
  useEffect(() => {
    // The marked message has the focus: Enter goes on from there.
    const list = scroller.current;
    function next(event: globalThis.KeyboardEvent) {
      const isRow = event.target instanceof Element && event.target.matches('[data-message]');
      if (event.key !== 'Enter' || !isRow || isComposing(event)) return;
      event.preventDefault();
      finder.step(event.shiftKey ? -1 : 1);
    }
    list?.addEventListener('keydown', next);
    return () => list?.removeEventListener('keydown', next);
  }, [finder, scroller]);
  // The message was found by the name of a file, or by what its markdown hides.
  useEffect(() => {
    const isInVain = found.sought.length > 0 && found.isDone && found.total + found.elsewhere.length === 0;
    if (isInVain && finding.read().markedIn !== null) finding.close();
  }, [found, finding]);
  useEffect(() => finder.close, [finder]);

  function search(text: string) {
    setTyped(text);
    finding.search(text);
    finder.search([text], window.heights.indexAt(scroller.current?.scrollTop ?? 0));
  }

  /** Shows the branch of the next one, as a link to it would. */
  function showElsewhere() {
    const id = elsewhere.find((one) => one > shown.current) ?? elsewhere[0] ?? '';
    shown.current = id;
    location.replace(messageHash(id, finding.read().sought));
  }

  function close() {
    finding.close();
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body)
      back.focus({ preventScroll: true });
    else scroller.current?.focus({ preventScroll: true });
  }

  function pressed(event: KeyboardEvent) {
    // The word is still being composed: these keys belong to the input method.
    if (isComposing(event.nativeEvent)) return;
    const isNext =
      event.key === 'Enter' ||
      event.key === 'F3' ||
      (event.key.toLowerCase() === 'g' && (event.ctrlKey || event.metaKey));
    if (event.key === 'Escape') close();
    else if (isNext && (event.target === field.current || event.key !== 'Enter'))
      finder.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <search className={styles.bar} data-find onKeyDown={pressed}>
      <input
        ref={field}
        className={styles.field}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label="Find in conversation"
        placeholder="Find in conversation"
        value={typed}
        onChange={(event) => search(event.target.value)}
      />
      <span className={styles.count} role="status">
        {inWords(found, notFound)}
      </span>
      <IconButton label="Previous match" small disabled={total === 0} onClick={() => finder.step(-1)}>
        <ArrowUpIcon size={18} />
      </IconButton>
      <IconButton label="Next match" small disabled={total === 0} onClick={() => finder.step(1)}>
        <ArrowDownIcon size={18} />
      </IconButton>
      <IconButton label="Close search" small onClick={close}>
        <CloseIcon size={18} />
      </IconButton>
      {isIdle && elsewhere.length > 0 && (
        <TextButton className={styles.elsewhere} onClick={showElsewhere}>
          {`${counted(elsewhere.length)} in other branches`}
        </TextButton>
      )}
    </search>
  );
}

const finderOf = (source: ListSource, memory: RowMemory) =>
  openFinder({
    messages: () => source.read().messages,
    hidden: () => Object.values(source.read().forks).flatMap((fork) => fork.flatMap((tail) => tail ?? [])),
    isReasoningOpen: (id) => memory.get(id)?.isReasoningOpen ?? false,
    now: () => performance.now(),
    defer(run) {
      const timer = setTimeout(run);
      return () => clearTimeout(timer);
    },
  });

function inWords({ sought, isDone, total, ordinal }: FindState, notFound: string): string {
  if (sought.length === 0) return '';
  if (!isDone) return 'Searching…';
  if (total === 0) return notFound;
  return ordinal === 0 ? `${counted(total)} found` : `${counted(ordinal)} of ${counted(total)}`;
}
