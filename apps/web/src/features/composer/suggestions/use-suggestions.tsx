import { type RefObject, useEffect, useId, useState } from 'react';
import type { TextBox } from '../index.ts';
import { listKey } from './list-key.ts';
import {
  endReplacedBy,
  type Suggesting,
  type Suggestion,
  type SuggestionSource,
  suggestingAt,
} from './suggesting.ts';
import styles from './suggestions.module.css';

/** How many are shown. */
const most = 6;
/** Milliseconds after the last key press until more are fetched. */
const pause = 200;

/** Offers suggestions while something is typed that one of the sources has some for. */
export function useSuggestions(sources: readonly SuggestionSource[], box: RefObject<TextBox | null>) {
  const id = useId();
  const [now, setNow] = useState<Suggesting | null>(null);
  const [, setFetches] = useState(0);
  const { source, query = null, active = 0 } = now ?? {};
  const found = (query !== null && source?.find(query).slice(0, most)) || [];
  const isOpen = found.length > 0;
  const optionId = (at: number) => `${id}-${at}`;

  useEffect(() => {
    if (query === null || !source?.fetch) return;
    const control = new AbortController();
    const fetched = () => setFetches((count) => count + 1);
    const fetch = () => void source.fetch?.(query, control.signal).then(fetched, () => {});
    // Those known already are suggested either way.
    const timer = setTimeout(fetch, pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [query, source]);

  const close = () => setNow(null);

  function update({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
    const { value: text, selectionStart, selectionEnd } = currentTarget;
    if (selectionStart !== selectionEnd) return close();
    setNow((before) => suggestingAt(sources, text, selectionStart, before));
  }

  function choose(chosen: Suggestion) {
    if (!now) return;
    box.current?.replace(now.from, endReplacedBy(chosen, now), chosen.text);
    close();
    chosen.act?.();
  }

  /** Whether a key was meant for the list. */
  function pressed(event: KeyboardEvent): boolean {
    const chosen = found[active];
    const does = chosen && listKey(event);
    if (!now || !does) return false;
    if (does === 'choose') choose(chosen);
    else if (does === 'close') close();
    else setNow({ ...now, active: (active + (does === 'next' ? 1 : found.length - 1)) % found.length });
    return true;
  }

  return {
    pressed,
    /** For the text box. */
    box: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? optionId(active) : undefined,
      onChange: update,
      onSelect: update,
      // What was begun before the focus went elsewhere, too.
      onFocus: update,
      onBlur: close,
    },
    /** The list, above the text box, which has the keys. */
    list: isOpen && (
      <div role="listbox" id={id} aria-label={source?.label} className={styles.list}>
        {found.map((suggestion, at) => (
          <div
            key={suggestion.id}
            role="option"
            id={optionId(at)}
            aria-selected={at === active}
            tabIndex={-1}
            className={styles.option}
            // The text box keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(suggestion);
            }}
          >
            {suggestion.shown}
          </div>
        ))}
      </div>
    ),
  };
}
