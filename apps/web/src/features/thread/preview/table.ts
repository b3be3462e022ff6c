import type { Alignment, Block, Row } from '../markdown/block.ts';
import { directionOf, turnOf } from '../markdown/direction.ts';
import styles from '../markdown/markdown.module.css';
import { buttonRoom, type Child, element } from './element.ts';
import { drawInline, type Text } from './inline.ts';

const sides = { left: undefined, center: styles.center, right: styles.right };

/** What table-view.tsx shows of a table that has not settled its columns. */
export function drawTable({ align, header, rows }: Block & { kind: 'table' }, text: Text): HTMLElement {
  const bodies = rows.stretches
    .flat()
    .map((run) => element('tbody', {}, ...run.map((row) => drawRow(row, align, text))));
  return element(
    'div',
    { class: styles.table },
    element(
      'div',
      { class: styles.tableFrame },
      element(
        'table',
        { dir: directionOf(header.join(' ')) },
        element('thead', {}, drawRow(header, align, text, true)),
        ...bodies,
      ),
    ),
    buttonRoom(styles.copyTable),
  );
}

function drawRow(row: Row, align: readonly Alignment[], text: Text, isHeader = false): HTMLElement {
  const cells = row.map((cell, index) =>
    element(
      isHeader ? 'th' : 'td',
      {
        dir: turnOf(cell),
        class: sides[align[index] ?? 'left'],
      },
      ...drawCell(cell, text),
    ),
  );
  return element('tr', {}, ...cells);
}

/** The one tag that is obeyed, and only here: see table-view.tsx. */
function drawCell(cell: string, text: Text): Child[] {
  const lines = cell.split(/<br\s*\/?>/i);
  if (lines.length === 1) return drawInline(cell, text);
  return lines.map((line) => element('span', { class: styles.cellLine }, ...drawInline(line, text)));
}
