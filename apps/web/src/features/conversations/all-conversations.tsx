import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { serverNow } from '../../api/index.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { counted, manyOf } from '../../lib/text/counts.ts';
import { EmptyState, TextField, useOpening } from '../../ui/index.ts';
import { Select } from '../../ui/select/index.ts';
import { ClearBrowser, type Folder, type ListedConversation, useFolders } from '../conversation/index.ts';
import { ViewLinks } from '../shell/index.ts';
import { ConversationList } from './conversation-list.tsx';
import styles from './conversations-page.module.css';
import { DeletedIntro } from './deleted-intro.tsx';
import { extended, nothingSelected, pressed, selectedOf } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { filtered, folderNone, inView, ofFolder, type View } from './views.ts';

const eraseDialog = lazy(() => import('./erase-dialog.tsx').then((file) => file.EraseDialog));

/** A list of this many is worth filtering. */
const many = 8;

const views: readonly { view: View; name: string }[] = [
  { view: 'active', name: 'Active' },
  { view: 'archived', name: 'Archived' },
  { view: 'deleted', name: 'Recently deleted' },
];

const names: Record<View, { label: string; none: string; about: string }> = {
  active: {
    label: 'Conversations',
    none: 'No active conversations.',
    about: 'Archived and deleted conversations are in the lists above.',
  },
  archived: {
    label: 'Archived conversations',
    none: 'No archived conversations.',
    about: 'Archive a conversation to keep it, but out of your list.',
  },
  deleted: {
    label: 'Recently deleted conversations',
    none: 'Nothing was deleted in the last 30 days.',
    about: 'What you delete can be brought back from here for 30 days.',
  },
};

export function AllConversations({ all, isGuest }: { all: readonly ListedConversation[]; isGuest: boolean }) {
  const [parameters] = useSearchParams();
  const view = viewOf(parameters.get('view'));
  // Another view starts with no filter and no selection.
  return <OneView key={view} all={all} view={view} isGuest={isGuest} />;
}

function OneView({
  all,
  view,
  isGuest,
}: {
  all: readonly ListedConversation[];
  view: View;
  isGuest: boolean;
}) {
  const [text, setText] = useState('');
  const typed = useDeferredValue(text);
  const folders = useFolders();
  const [folder, setFolder] = useFolderInAddress(folders);
  const inThis = useMemo(() => inView(all, view, serverNow()), [all, view]);
  const inFolder = useMemo(() => ofFolder(inThis, folder, folders), [inThis, folder, folders]);
  const shown = useMemo(() => filtered(inFolder, typed), [inFolder, typed]);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const [selection, setSelection] = useState(nothingSelected);
  const selected = useMemo(() => {
    const chosen = new Set(selectedOf(selection, ids));
    return chosen.size === 0 ? [] : shown.filter(({ id }) => chosen.has(id));
  }, [selection, ids, shown]);
  const [erasing, setErasing] = useState<readonly string[]>([]);
  const { Part: EraseDialog, isOpen, setOpen } = useOpening(eraseDialog, 'Delete for good');

  const onSelect = useCallback(
    (id: string, isRange: boolean) => setSelection((before) => pressed(before, id, ids, isRange)),
    [ids],
  );
  const onExtend = useCallback(
    (from: string, to: string) => setSelection((before) => extended(before, from, to, ids)),
    [ids],
  );
  const none = useCallback(() => setSelection(nothingSelected), []);
  const onErase = useCallback(
    (doomed: readonly string[]) => {
      setErasing(doomed);
      setOpen(true);
    },
    [setOpen],
  );

  const isFiltered = typed.trim() !== '' || folder !== null;
  const { label, none: nothing, about } = names[view];
  return (
    <>
      <ViewLinks label="Lists" path="/conversations" views={views} current={view} />
      {view === 'deleted' && shown.length > 0 && <DeletedIntro onEmpty={() => onErase(ids)} />}
      <div className={styles.tools}>
        <div className={styles.filters}>
          {(inThis.length >= many || text !== '') && (
            <TextField
              type="search"
              label="Filter by title"
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {folders.length > 0 && inThis.length > 0 && (
            <Select
              label="Folder"
              value={folder ?? ''}
              choices={folderChoices(folders)}
              onChange={(id) => setFolder(id === '' ? null : id)}
            />
          )}
        </div>
      </div>
      <p role="status" className={styles.found} hidden={!isFiltered}>
        {isFiltered && `${counted(shown.length)} of ${manyOf(inThis.length, 'conversation')}`}
      </p>
      {shown.length > 0 && (
        <div className={styles.listed}>
          {selected.length > 0 && (
            <SelectionBar
              selected={selected}
              shown={shown.length}
              view={view}
              onAll={() => setSelection({ ids: new Set(ids), anchor: null })}
              onNone={none}
              onErase={onErase}
            />
          )}
          <ConversationList
            label={label}
            shown={shown}
            folders={folder === null ? folders : noFolders}
            view={view}
            selection={selection}
            onSelect={onSelect}
            onExtend={onExtend}
            onErase={onErase}
          />
        </div>
      )}
      {inThis.length === 0 && (
        <EmptyState title={nothing}>
          <p>{about}</p>
        </EmptyState>
      )}
      {isGuest && (
        <div className={styles.clear}>
          <ClearBrowser />
        </div>
      )}
      {EraseDialog && <EraseDialog isGuest={isGuest} ids={erasing} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

const noFolders: readonly Folder[] = [];

/** The folder that the address names: an id, or that of those in none; null: all are shown. */
function useFolderInAddress(folders: readonly Folder[]) {
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get('folder');
  const isKnown = named === folderNone || folders.some(({ id }) => id === named);
  const setFolder = (id: string | null) =>
    setParameters(
      (before) => {
        if (id === null) before.delete('folder');
        else before.set('folder', id);
        return before;
      },
      { replace: true },
    );
  return [isKnown ? named : null, setFolder] as const;
}

const folderChoices = (folders: readonly Folder[]) => [
  ['', 'All'] as const,
  ...folders.map(({ id, name }) => [id, name] as const),
  [folderNone, 'In no folder'] as const,
];

const viewOf = (requested: string | null): View =>
  requested === 'archived' || requested === 'deleted' ? requested : 'active';
