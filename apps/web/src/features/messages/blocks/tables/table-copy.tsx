import type { Definitions, TableRow } from '@polylogue/markdown';
import { type ChunkedList, itemsOf } from '@polylogue/markdown';
import { type ClipboardEvent, type RefObject, use } from 'react';
import { useCopied } from '../../../../lib/files/use-copied.ts';
import { CheckIcon, CopyIcon, IconButton } from '../../../../ui/index.ts';
import { DefinitionsOf } from '../inline-view.tsx';
import styles from '../markdown.module.css';
import { copiedTable } from './copied-table.ts';
import { copyRich } from './copy-rich.ts';

interface CopyTableProps {
  header: TableRow;
  rows: ChunkedList<TableRow>;
}

/** Copies the whole table, including rows far from the screen. */
export function CopyTable({ header, rows }: CopyTableProps) {
  const definitions = use(DefinitionsOf);
  const [isCopied, copy] = useCopied(() => copyRich(copiedTable(header, [...itemsOf(rows)], definitions)));
  return (
    <IconButton
      small
      className={styles.copyTable}
      label={isCopied ? 'Table copied' : 'Copy table'}
      onClick={copy}
    >
      {isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
    </IconButton>
  );
}

/**
 * A selection over several rows copies those rows in full. A selection within one cell or row, or one reaching
 * beyond the table, is left to the browser.
 */
export function copySelectedRows(
  event: ClipboardEvent,
  table: RefObject<HTMLTableElement | null>,
  { header, rows }: CopyTableProps,
  definitions: Definitions,
): void {
  const selection = getSelection();
  const element = table.current;
  if (selection === null || selection.rangeCount === 0 || element === null) return;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return;

  let isHeader = false;
  let first = -1;
  let last = -1;
  let at = 0;
  for (const row of element.rows) {
    const isSelected = reachesInto(row, range);
    if (row.parentElement?.localName === 'thead') {
      isHeader = isSelected;
      continue;
    }
    // Rows far from the screen are reduced to their words, one line each.
    const count = row.closest('[data-far]') ? (row.textContent.match(/\n/g)?.length ?? 0) + 1 : 1;
    if (isSelected) {
      if (first < 0) first = at;
      last = at + count;
    }
    at += count;
  }
  const taken = first < 0 ? [] : [...itemsOf(rows)].slice(first, last);
  if (taken.length + (isHeader ? 1 : 0) < 2) return;
  const { text, html } = copiedTable(isHeader ? header : null, taken, definitions);
  event.clipboardData.setData('text/plain', text);
  event.clipboardData.setData('text/html', html);
  event.preventDefault();
  event.stopPropagation();
}

/** In Chromium the selection of a triple click in a cell ends at the beginning of the next one. */
function reachesInto(row: Element, range: Range): boolean {
  if (!range.intersectsNode(row)) return false;
  if (!row.contains(range.endContainer)) return true;
  const part = range.cloneRange();
  if (!row.contains(range.startContainer)) part.setStart(row, 0);
  return part.toString() !== '';
}
