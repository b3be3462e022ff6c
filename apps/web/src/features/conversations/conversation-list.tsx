import { type DragEvent, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dragConversations, type Folder, type ListedConversation, remove } from '../conversation/index.ts';
import styles from './conversation-list.module.css';
import { ConversationItem } from './row.tsx';
import { type Selection, selectedOf } from './selection.ts';
import { useWindow } from './use-window.ts';
import type { View } from './views.ts';

interface ConversationListProps {
  label: string;
  shown: readonly ListedConversation[];
  /** Those whose names are shown beside what is in them. */
  folders: readonly Folder[];
  view: View;
  selection: Selection;
  onSelect(id: string, isRange: boolean): void;
  /** The focus went from one to the other with Shift. */
  onExtend(from: string, to: string): void;
  onErase(ids: readonly string[]): void;
}

/** The rows near the screen, and the focused one. Arrow keys go from row to row. */
export function ConversationList({
  label,
  shown,
  folders,
  view,
  selection,
  onSelect,
  onExtend,
  onErase,
}: ConversationListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [from, to] = useWindow(list, shown.length);
  const [focused, setFocused] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const folderOf = useMemo(() => new Map(folders.map((one) => [one.id, one])), [folders]);
  const focusedAt = focused === null ? -1 : shown.findIndex(({ id }) => id === focused);

  const rename = useCallback(
    (id: string | null, isByKey = false) => {
      flushSync(() => setRenaming(id));
      // Otherwise the focus is where the user has put it.
      if (isByKey)
        rowOf(
          list.current,
          shown.findIndex((one) => one.id === renaming),
        )?.focus();
    },
    [renaming, shown],
  );

  /** Selected ones go together, as far as they are shown. */
  const withSelected = useCallback(
    (id: string) => {
      const ids = shown.map((one) => one.id);
      return selection.ids.has(id) ? selectedOf(selection, ids) : [id];
    },
    [selection, shown],
  );
  const drag = useCallback(
    (event: DragEvent, id: string) => dragConversations(event, withSelected(id)),
    [withSelected],
  );

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-row]');
    const conversation = row && shown[Number(row.dataset.row)];
    if (!row || !conversation || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(row.dataset.row);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (next !== undefined) {
      const other = shown[next];
      event.preventDefault();
      if (!other) return;
      if (event.shiftKey) {
        onExtend(conversation.id, other.id);
      }
      // It may be far off the screen.
      flushSync(() => setFocused(other.id));
      rowOf(list.current, next, target.dataset.stop ?? 'menu')?.focus();
    } else if (event.key === 'F2' && view !== 'deleted') {
      event.preventDefault();
      rename(conversation.id);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      const ids = withSelected(conversation.id);
      if (view === 'deleted') onErase(ids);
      else void remove(ids);
    }
  }

  const rows = shown.slice(from, to).map((conversation, index) => [conversation, from + index] as const);
  const isFar = focusedAt >= 0 && (focusedAt < from || focusedAt >= to);
  const far = isFar ? shown[focusedAt] : undefined;
  if (far) rows.push([far, focusedAt]);

  return (
    <ul
      ref={list}
      aria-label={label}
      className={styles.list}
      style={{ blockSize: `calc(var(--row) * ${shown.length})` }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const at = target.closest<HTMLElement>('[data-row]')?.dataset.row;
        setFocused(shown[Number(at)]?.id ?? null);
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        // It still has the focus while another window is looked at.
        const isInside = [relatedTarget, document.activeElement].some((one) => currentTarget.contains(one));
        if (!isInside) setFocused(null);
      }}
    >
      {rows.map(([conversation, at]) => (
        <ConversationItem
          key={conversation.id}
          conversation={conversation}
          folder={conversation.folder === null ? undefined : folderOf.get(conversation.folder)}
          view={view}
          at={at}
          count={shown.length}
          isSelected={selection.ids.has(conversation.id)}
          isRenaming={renaming === conversation.id}
          onSelect={onSelect}
          onRename={rename}
          onErase={onErase}
          onDragStart={drag}
        />
      ))}
    </ul>
  );
}

/** The requested control of a row. */
function rowOf(list: HTMLElement | null, at: number, stop = 'link'): HTMLElement | null {
  const row = list?.querySelector(`[data-row="${at}"]`);
  return row?.querySelector<HTMLElement>(`[data-stop=${stop}]`) ?? row?.querySelector('button') ?? null;
}
