import { Disclosure } from '../../../ui/index.ts';
import type { Receipt } from '../words/receipt.ts';
import styles from './receipt-view.module.css';

/** What an answer cost and who paid, as one line that opens. */
export function ReceiptView({ receipt: { line, parts } }: { receipt: Receipt }) {
  return (
    <Disclosure
      title={line}
      // At the end of the list it would open below the screen.
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })
      }
    >
      <ul className={styles.parts} aria-label="Who answered">
        {parts.map(({ epoch, who, facts, ending }) => (
          <li key={epoch}>
            {who}
            {ending && `: ${ending}`}
            {facts.length > 0 && <div className={styles.facts}>{facts.join(' · ')}</div>}
          </li>
        ))}
      </ul>
      <p className={styles.facts}>As reported by their browsers.</p>
    </Disclosure>
  );
}
