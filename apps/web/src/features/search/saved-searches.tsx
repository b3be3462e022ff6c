import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { EditIcon, Menu, MoreIcon, SearchIcon, TextButton, TrashIcon } from '../../ui/index.ts';
import { RenameBox } from '../../ui/rename-box/index.ts';
import { useRecords } from '../conversation/index.ts';
import {
  deleteSearch,
  longestSearchName,
  renameSearch,
  type SavedSearch,
  savedSearchesOf,
  saveSearch,
  searchAddress,
} from './saved-search.ts';
import styles from './saved-searches.module.css';

/** By name. */
export function useSavedSearches(): readonly SavedSearch[] {
  const all = useRecords();
  return useMemo(() => savedSearchesOf(all), [all]);
}

/** Saves what is looked for; nothing where it is saved already. */
export function SaveSearch({ typed }: { typed: string }) {
  const isSaved = useSavedSearches().some((one) => one.typed === typed);
  const [isSaving, setSaving] = useState(false);

  async function save() {
    if (isSaving) return;
    setSaving(true);
    await saveSearch(typed);
    setSaving(false);
  }

  return isSaved ? null : <TextButton onClick={() => void save()}>Save this search</TextButton>;
}

/** All saved searches; nothing where there are none. */
export function SavedSearches() {
  const all = useSavedSearches();
  const heading = useId();
  if (all.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        Saved searches
      </h2>
      <ul className={styles.list}>
        {all.map((saved) => (
          <Row key={saved.id} saved={saved} />
        ))}
      </ul>
    </section>
  );
}

function Row({ saved }: { saved: SavedSearch }) {
  const { name, typed } = saved;
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li className={styles.row}>
      {isRenaming ? (
        <RenameBox
          title={name}
          maxLength={longestSearchName}
          onDone={(next) => {
            if (next !== null) void renameSearch(saved, next);
            setRenaming(false);
          }}
        />
      ) : (
        <Link href={searchAddress(typed)} className={styles.search}>
          <SearchIcon size={18} />
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {name !== typed && (
            <span className={styles.typed} dir="auto">
              {typed}
            </span>
          )}
        </Link>
      )}
      <Menu
        small
        label={`Actions for the search ${name}`}
        icon={<MoreIcon size={18} />}
        items={[
          { label: 'Rename', icon: <EditIcon size={18} />, act: () => setRenaming(true) },
          { label: 'Delete', icon: <TrashIcon size={18} />, act: () => void deleteSearch(saved) },
        ]}
      />
    </li>
  );
}
