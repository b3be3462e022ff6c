import { createContext, memo, useContext } from 'react';
import type { Alignment, Row } from './block.ts';
import { counts } from './counts.ts';
import type { Grown } from './grown.ts';
import { GrownView, type ShowRun } from './grown-view.tsx';
import { InlineView } from './inline-view.tsx';
import styles from './markdown.module.css';

const Align = createContext<readonly Alignment[]>([]);
const classes = { left: undefined, center: styles.center, right: styles.right };

const showRows: ShowRun<Row> = (run) => <tbody>{run.map(showRow)}</tbody>;
const showRow = (row: Row, index: number) => <RowView key={index} row={row} />;

export function TableView(props: { align: readonly Alignment[]; header: Row; rows: Grown<Row> }) {
  const { align, header, rows } = props;
  return (
    <Align value={align}>
      <div className={styles.tableFrame}>
        <table>
          <thead>
            <RowView row={header} isHeader />
          </thead>
          <GrownView list={rows} show={showRows} />
        </table>
      </div>
    </Align>
  );
}

const RowView = memo(function RowView({ row, isHeader = false }: { row: Row; isHeader?: boolean }) {
  counts.rendered++;
  const align = useContext(Align);
  const Cell = isHeader ? 'th' : 'td';
  return (
    <tr>
      {row.map((cell, index) => (
        <Cell
          // biome-ignore lint/suspicious/noArrayIndexKey: a column never changes its place
          key={index}
          scope={isHeader ? 'col' : undefined}
          className={classes[align[index] ?? 'left']}
        >
          <CellText text={cell} />
        </Cell>
      ))}
    </tr>
  );
});

/** A cell has no second line in markdown, so models write <br>: the one tag that is obeyed, and only here. */
const CellText = memo(function CellText({ text }: { text: string }) {
  if (!/<br\s*\/?>/i.test(text)) return <InlineView text={text} />;
  return text.split(/<br\s*\/?>/i).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its place
    <span key={index} className={styles.cellLine}>
      <InlineView text={line} />
    </span>
  ));
});
