import { Link } from 'wouter';
import { useLive } from '../../../../lib/state/use-live.ts';
import { moneyInWords, tokensInWords } from '../../../../lib/text/money.ts';
import { ConnectionIcon, type ModelCatalogue } from '../../../keys/index.ts';
import type { Thread } from '../../../thread/index.ts';
import styles from './bills.module.css';
import { type Bill, billsOf } from './spending.ts';

/** What the chat has used so far: tokens and money, by provider. */
export function Bills({ thread, catalogue }: { thread: Thread; catalogue: ModelCatalogue }) {
  const conversation = useLive(thread, (all) => all);
  const bills = billsOf(conversation, catalogue);
  if (bills.length === 0)
    return <p className={styles.quiet}>No tokens have been counted in this conversation yet.</p>;
  const priced = bills.filter(({ usd }) => usd !== null);
  const total = priced.reduce((sum, { usd }) => sum + (usd ?? 0), 0);
  const isRough = priced.some(({ isMoneyEstimate }) => isMoneyEstimate);
  return (
    <div className={styles.bills}>
      <h3 className={styles.title}>This conversation so far</h3>
      <ul className={styles.list}>
        {bills.map((bill) => (
          <li key={bill.name} className={styles.bill}>
            <ConnectionIcon provider={bill.provider} endpoint={bill.endpoint} size={18} />
            <span className={styles.who}>
              {bill.name}
              <span className={styles.quiet}>
                {tokensInWords(bill.input, bill.isEstimate)} in ·{' '}
                {tokensInWords(bill.output, bill.isEstimate)} out
              </span>
            </span>
            <span className={styles.money}>{moneyOf(bill)}</span>
          </li>
        ))}
      </ul>
      {priced.length > 1 && (
        <p className={styles.total}>
          Total <span className={styles.money}>{moneyInWords(total, isRough)}</span>
        </p>
      )}
      {priced.length > 0 && (
        <p className={styles.quiet}>At list prices of November 2026, or as reported by the provider.</p>
      )}
      <Link href="/costs">All costs</Link>
    </div>
  );
}

function moneyOf({ usd, isMoneyEstimate, unpriced }: Bill): string {
  if (usd === null) return 'price not known';
  return moneyInWords(usd, isMoneyEstimate) + (unpriced > 0 ? ' and more' : '');
}
