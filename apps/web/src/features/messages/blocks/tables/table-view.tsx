import type { Alignment, TableRow } from '@polylogue/markdown';
import { beginningOf, type ChunkedList } from '@polylogue/markdown';
import {
  type CSSProperties,
  createContext,
  memo,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Box, ChunkedListView, type ListKind } from '../chunked-list-view.tsx';
import { counts } from '../counts.ts';
import { dirAttribute, directionOf } from '../direction.ts';
import { rowEstimate } from '../estimate.ts';
import { DefinitionsOf, showInline } from '../inline-view.tsx';
import styles from '../markdown.module.css';
import { keepScrollable } from './keep-scrollable.ts';
import { CopyTable, copySelectedRows } from './table-copy.tsx';

const Align = createContext<readonly Alignment[]>([]);
const classes = { left: undefined, center: styles.center, right: styles.right };

const chunkOfRows = (children: ReactNode, box: Box) => (
  // biome-ignore lint/a11y/noRedundantRoles: displayed as a block, it would lose its role
  <tbody role="rowgroup" {...box}>
    {children}
  </tbody>
);
const kindOfRows: ListKind<TableRow> = {
  show: (chunk, _, box) => chunkOfRows(chunk.map(showRow), box),
  far: { show: (words, _, box) => chunkOfRows(<FarRows words={words} />, box), estimate: rowEstimate },
};
const showRow = (row: TableRow, index: number) => <RowView key={index} row={row} />;

/** How many rows decide the column widths of a long table. */
const deciding = 32;

/**
 * Laying out a table weighs every row against every other, so a growing table keeps its columns once it is long: from
 * then on each row is a grid of its own, and a new one costs one row.
 */
export function TableView(props: {
  align: readonly Alignment[];
  header: TableRow;
  rows: ChunkedList<TableRow>;
}) {
  const { align, header, rows } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const definitions = use(DefinitionsOf);
  const [columns, setColumns] = useState<string>();
  const isLong = rows.length > deciding;
  // The first rows decide the columns; measuring all of them, if many arrive at once, would hold up the page.
  const shown = isLong && columns === undefined ? beginningOf(rows, deciding) : rows;
  useLayoutEffect(() => {
    if (isLong && table.current !== null) setColumns(columnsOf(table.current));
  }, [isLong]);
  useEffect(() => {
    if (frame.current !== null && table.current !== null) return keepScrollable(frame.current, table.current);
  }, []);
  return (
    <Align value={align}>
      <div className={styles.table} dir={directionOf(header.join(' '))}>
        <div
          ref={frame}
          className={styles.tableFrame}
          onCopy={(event) => copySelectedRows(event, table, { header, rows }, definitions)}
        >
          {/* biome-ignore-start lint/a11y/noRedundantRoles: displayed as grids, a table would lose its role */}
          <table
            ref={table}
            role="table"
            className={columns && styles.settled}
            style={columns ? ({ '--columns': columns } as CSSProperties) : undefined}
          >
            <thead role="rowgroup">
              <RowView row={header} isHeader />
            </thead>
            <ChunkedListView list={shown} kind={kindOfRows} isWhole={columns === undefined} />
          </table>
          {/* biome-ignore-end lint/a11y/noRedundantRoles: displayed as grids, a table would lose its role */}
        </div>
        <CopyTable header={header} rows={rows} />
      </div>
    </Align>
  );
}

function FarRows({ words }: { words: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <tr role="row">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <td role="cell">{words}</td>
    </tr>
  );
}

function columnsOf(table: HTMLTableElement): string {
  return Array.from(table.rows[0]?.cells ?? [], (cell) => `${cell.getBoundingClientRect().width}px`).join(
    ' ',
  );
}

const RowView = memo(function RowView({ row, isHeader = false }: { row: TableRow; isHeader?: boolean }) {
  counts.rendered++;
  const align = useContext(Align);
  const Cell = isHeader ? 'th' : 'td';
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <tr role="row">
      {align.map((side, index) => {
        const cell = row[index] ?? '';
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: a column never changes its place
            key={index}
            role={isHeader ? 'columnheader' : 'cell'}
            dir={dirAttribute(cell)}
            scope={isHeader ? 'col' : undefined}
            className={classes[side ?? 'left']}
          >
            {cellText(cell)}
          </Cell>
        );
      })}
    </tr>
  );
});

/** A cell has no second line in markdown, so models write <br>: the one tag that is honoured, and only here. */
function cellText(text: string): ReactNode {
  if (!/<br\s*\/?>/i.test(text)) return showInline(text);
  return text.split(/<br\s*\/?>/i).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its place
    <span key={index} className={styles.cellLine}>
      {showInline(line)}
    </span>
  ));
}
