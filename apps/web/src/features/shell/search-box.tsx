import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { SearchIcon, useShortcuts } from '../../ui/index.ts';
import styles from './search-box.module.css';

/** What is typed in the box of this page, searched for or not. */
export const inSearchBox = () => document.querySelector<HTMLInputElement>('search [name=q]')?.value;

/** Leads to the page with the results. */
export function SearchBox() {
  const [path, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const box = useRef<HTMLInputElement>(null);
  useShortcuts([
    {
      id: 'search',
      keys: '/',
      label: 'Search',
      act() {
        box.current?.focus();
        return true;
      },
    },
  ]);
  // Whoever comes from a room to search it has nothing else to do there.
  const isAwaited = path === '/search' && parameters.has('space') && !parameters.has('q');
  useEffect(() => {
    if (isAwaited) box.current?.focus();
  }, [isAwaited]);
  const current = path === '/search' ? (parameters.get('q') ?? '') : '';
  const shown = useRef(current);
  // A different search in the address puts a different text in the box, which keeps the focus.
  useEffect(() => {
    // Not the first time: something may have been typed before.
    if (box.current && shown.current !== current) box.current.value = current;
    shown.current = current;
  }, [current]);

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('q')).trim();
    // One conversation or space stays the only one that is searched.
    const next = new URLSearchParams(path === '/search' ? parameters : {});
    if (query) next.set('q', query);
    else next.delete('q');
    navigate(next.size > 0 ? `/search?${next}` : '/search');
  }

  return (
    <search className={styles.search}>
      <form action="/search" onSubmit={find} className={styles.form}>
        <SearchIcon size={18} className={styles.icon} />
        <input
          ref={box}
          type="search"
          name="q"
          aria-label="Search"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          defaultValue={current}
          className={styles.box}
        />
      </form>
    </search>
  );
}
