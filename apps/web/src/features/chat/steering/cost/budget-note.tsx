import { useEffect } from 'react';
import { Link } from 'wouter';
import { useLive } from '../../../../lib/state/use-live.ts';
import { budgetWarning, isBudgetUsedUp } from '../../../usage/budget/index.ts';
import { budgetStatus, watchBudget } from '../../../usage/index.ts';
import styles from './budget-note.module.css';

/** Above the text box, from 80 % of the budget on. */
export function BudgetNote() {
  useEffect(watchBudget, []);
  const status = useLive(budgetStatus, (now) => now);
  const warning = status && budgetWarning(status);
  if (!warning) return <div role="status" />;
  const isStopped = isBudgetUsedUp(status) && status.budget.stops;
  return (
    <div role="status">
      <p className={styles.note}>
        {warning}.{isStopped && ' No more questions are sent.'} <Link href="/costs">Costs</Link>
      </p>
    </div>
  );
}
