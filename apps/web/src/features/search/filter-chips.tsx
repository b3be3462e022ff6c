import { filterValue, readTyped, type TypedFilter, typedWith } from '@polylogue/sync/search';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { CloseIcon, isComposing, VisuallyHidden } from '../../ui/index.ts';
import { isGuest, useFolders } from '../conversation/index.ts';
import { friends, nameOf } from '../person/index.ts';
import { DateFilter } from './date-filter.tsx';
import styles from './filter-chips.module.css';
import { friendWith, providers, withMeant } from './meant.ts';
import { SelectFilter } from './select-filter.tsx';

interface FilterChipsProps {
  typed: string;
  /** What is typed becomes something else: also what is not searched for yet. */
  onTyped(next: (typed: string) => string): void;
}

/** Filters that need no word of one's own. */
const offered: readonly (TypedFilter & { label: string })[] = [
  { name: 'from', value: 'me', label: 'From me' },
  { name: 'from', value: 'ai', label: 'From the AI' },
  { name: 'has', value: 'file', label: 'Has a file' },
];
const named = [
  { name: 'from', hint: 'name' },
  { name: 'model', hint: 'gpt' },
] as const;
const dates = [{ name: 'after' }, { name: 'before' }] as const;

const labels: Readonly<Record<TypedFilter['name'], string>> = {
  from: 'Person',
  provider: 'Provider',
  model: 'Model',
  has: 'Has',
  folder: 'Folder',
  after: 'Since',
  before: 'Before',
};

const shownOf = (name: TypedFilter['name'], value: string): string =>
  (name === 'provider' && providers[value.toLowerCase()]) || value;

/** The filters of a search, each of which can be removed, and those that can be added. */
export function FilterChips({ typed, onTyped }: FilterChipsProps) {
  const folders = useFolders();
  const { data: known = [] } = useQuery({ ...friends, enabled: !isGuest() });
  const names = useId();
  const { group, keepFocus } = useKeptFocus(typed);
  const { filters } = readTyped(typed);
  const friendsKnown = known.map(({ user }) => user);
  function put(one: TypedFilter) {
    keepFocus(one.name);
    onTyped((typed) => {
      const query = readTyped(typed);
      const others = query.filters.filter(({ name }) => name !== one.name);
      const next = typedWith({ ...query, filters: [...others, one] });
      // A year before 1970, for example, is no filter.
      return readTyped(next).filters.length > others.length ? withMeant(next, friendsKnown) : typed;
    });
  }
  function remove({ name, value }: TypedFilter) {
    keepFocus(name);
    onTyped((typed) => {
      const query = readTyped(typed);
      const others = query.filters.filter((other) => other.name !== name || other.value !== value);
      return typedWith({ ...query, filters: others });
    });
  }
  const shown = (name: TypedFilter['name'], value: string) => {
    const friend = name === 'from' && friendWith(value, friendsKnown);
    return friend ? nameOf(friend) : shownOf(name, value);
  };
  const labelOf = ({ name, value }: TypedFilter) =>
    offered.find((one) => one.name === name && one.value === value.toLowerCase())?.label ??
    `${labels[name]}: ${shown(name, value)}`;
  const isSet = (one: Pick<TypedFilter, 'name'>) => filters.some(({ name }) => name === one.name);
  const chosen = [
    {
      name: 'folder' as const,
      // Of two with one name it means both.
      choices: [...new Map(folders.map(({ name }) => [filterValue(name), name]))],
    },
    { name: 'provider' as const, choices: Object.entries(providers) },
  ].filter(({ choices }) => choices.length > 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is not a fieldset
    <div ref={group} role="group" aria-label="Filters" className={styles.chips}>
      {filters.map((one) => (
        <button
          key={`${one.name} ${one.value}`}
          type="button"
          className={styles.chip}
          data-name={one.name}
          data-set
          onClick={() => remove(one)}
        >
          <VisuallyHidden>Remove the filter </VisuallyHidden>
          {labelOf(one)}
          <CloseIcon size={14} />
        </button>
      ))}
      {offered
        .filter((one) => !isSet(one))
        .map((one) => (
          <button
            key={one.label}
            type="button"
            className={styles.chip}
            data-name={one.name}
            onClick={() => put(one)}
          >
            {one.label}
          </button>
        ))}
      {chosen
        .filter((one) => !isSet(one))
        .map(({ name, choices }) => (
          <SelectFilter
            key={name}
            name={name}
            label={labels[name]}
            choices={choices}
            onChosen={(value) => put({ name, value })}
          />
        ))}
      {named
        .filter((one) => !isSet(one))
        .map(({ name, hint }) => (
          <label key={name} className={styles.chip}>
            {labels[name]}
            <input
              className={styles.word}
              placeholder={hint}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="search"
              list={name === 'from' ? names : undefined}
              onKeyDown={(event) => {
                const value = valueIn(event);
                if (!value) return;
                // It would press what gets the focus now.
                event.preventDefault();
                put({ name, value });
              }}
            />
          </label>
        ))}
      {dates
        .filter((one) => !isSet(one))
        .map(({ name }) => (
          <DateFilter key={name} label={labels[name]} onDate={(value) => put({ name, value })} />
        ))}
      <datalist id={names}>
        {known.map(({ user }) => (
          <option key={user.user_id} value={user.username} label={nameOf(user)} />
        ))}
      </datalist>
    </div>
  );
}

/** What is pressed to set or remove a filter is gone by then: the focus goes to what stands for the filter now. */
function useKeptFocus(typed: string) {
  const group = useRef<HTMLDivElement>(null);
  const left = useRef<TypedFilter['name']>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters are in what is typed
  useLayoutEffect(() => {
    const name = left.current;
    left.current = null;
    if (name === null || document.activeElement !== document.body) return;
    // Never a box to write in, which would bring up the keyboard of a phone.
    const place = group.current?.querySelector<HTMLElement>(`:is(button, select)[data-name="${name}"]`);
    (place ?? group.current?.querySelector('button'))?.focus();
  }, [typed]);
  return {
    group,
    keepFocus(name: TypedFilter['name']) {
      left.current = group.current?.contains(document.activeElement) ? name : null;
    },
  };
}

/** What is in a box in which Enter was pressed. */
function valueIn({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>): string | null {
  const value = filterValue(currentTarget.value);
  return key === 'Enter' && !isComposing(nativeEvent) && value !== '' ? value : null;
}
