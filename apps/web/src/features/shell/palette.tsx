import type { Person } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { useDebounced } from '../../lib/schedule/use-debounced.ts';
import { counted } from '../../lib/text/counts.ts';
import { Dialog, DialogTitle } from '../../ui/dialog/index.ts';
import { isComposing, VisuallyHidden } from '../../ui/index.ts';
import { isGuest, useConversations } from '../conversation/index.ts';
import { nameOf, personAddress, searchText, userSearch } from '../person/index.ts';
import {
  type Hit,
  type SavedSearch,
  searchAddress,
  useMessageSearch,
  useSavedSearches,
} from '../search/index.ts';
import { ownSpaces } from '../space/index.ts';
import type { Entry } from './entry.ts';
import styles from './palette.module.css';
import { mostOfKind, optionsFor } from './palette-options.ts';
import { guestPlaces, places } from './places.ts';
import { spaceEntries } from './space-entries.ts';

interface PaletteProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What was typed before its box was there, which has the keys from now on. */
  early(): string;
}

/** How long to wait after the last key press before searching for people, in ms. */
const settled = 250;

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

const foundWords = (count: number, isLooking: boolean): string =>
  count > 0 ? `${counted(count)} found` : isLooking ? 'Searching' : 'Nothing found';

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
  const typed = useDeferredValue(text);
  const sought = searchText(useDebounced(text, settled));
  const found = useQuery({ ...userSearch(sought ?? ''), enabled: sought !== null && !isGuest() });
  const people = sought === null ? [] : (found.data?.users ?? []).map(entryOf);
  const { data: own = [] } = useQuery({ ...ownSpaces, enabled: !isGuest() });
  const messages = useMessageSearch(typed, { enough: mostOfKind });
  const groups = optionsFor(typed, {
    conversations: useConversations() ?? [],
    searches: useSavedSearches().map(searchEntry),
    spaces: spaceEntries(own),
    people,
    pages: isGuest() ? guestPlaces : places,
    messages: [...messages.messages.hits, ...messages.posts.hits].map(messageEntry),
    hasMoreMessages:
      messages.messages.next !== null ||
      messages.posts.next !== null ||
      (!messages.messages.isBusy && (messages.messages.share ?? 1) < 1),
  });
  const isLooking = found.isFetching || messages.messages.isBusy || messages.posts.isBusy;
  const options = groups.flatMap((group) => group.options);
  const same = options.findIndex(({ href }) => href === marked.href);
  const at = same >= 0 ? same : Math.min(marked.at, options.length - 1);
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
        <span role="status">{foundWords(options.length, isLooking)}</span>
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
                  <span className={styles.name}>{option.title}</span>
                  {option.aside && <span className={styles.aside}>{option.aside}</span>}
                  {option.about && <span className={styles.about}>{option.about}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {options.length === 0 && !isLooking && (
        <p className={styles.none}>Nothing found. Try another word, or the beginning of one.</p>
      )}
    </>
  );
}

/** The option is one line: it begins shortly before the first find. */
const before = 24;

function messageEntry({ href, title, excerpt: { text, marks } }: Hit): Entry {
  const find = marks[0]?.[0] ?? 0;
  const from = Math.max(0, find - before);
  const space = text.indexOf(' ', from);
  // Not every language has spaces.
  const start = from === 0 ? 0 : space >= 0 && space < find ? space + 1 : from;
  return { href, title: start > 0 ? `…${text.slice(start)}` : text, about: title };
}

const searchEntry = ({ name, typed }: SavedSearch): Entry => ({
  href: searchAddress(typed),
  title: name,
  ...(name !== typed && { about: typed }),
});

const entryOf = (person: Person): Entry => ({
  href: personAddress(person.user_id),
  title: nameOf(person),
  about: `@${person.username}`,
});
