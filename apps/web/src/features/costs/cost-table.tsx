import { useState } from 'react';
import { Link } from 'wouter';
import { counted } from '../../lib/text/counts.ts';
import { tokensInWords } from '../../lib/text/money.ts';
import { Button } from '../../ui/index.ts';
import type { Line } from './breakdown.ts';
import styles from './cost-table.module.css';
import { costWords } from './cost-words.ts';

/** How many lines are shown at first, and more of each time. */
const step = 50;

interface CostTableProps {
  /** What the table is about, for screen readers. */
  caption: string;
  /** What its lines are. */
  first: string;
  lines: readonly Line[];
}

export function CostTable({ caption, first, lines }: CostTableProps) {
  const [shown, setShown] = useState(step);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={caption}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col">Cost</th>
              <th scope="col">Answers</th>
              <th scope="col">Tokens in</th>
              <th scope="col">Tokens out</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shown).map(({ key, name, href, sum }) => (
              <tr key={key}>
                <th scope="row">{href ? <Link href={href}>{name}</Link> : name}</th>
                <td className={styles.cost}>{costWords(sum)}</td>
                <td>{sum.answers.toLocaleString()}</td>
                <td>{tokensInWords(sum.input)}</td>
                <td>{tokensInWords(sum.output)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {lines.length > shown && (
        <Button className={styles.more} onClick={() => setShown(shown + step)}>
          Show more of {counted(lines.length)} lines
        </Button>
      )}
    </>
  );
}
