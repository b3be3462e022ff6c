import { useEffect } from 'react';
import { Link } from 'wouter';
import { useLive } from '../../../lib/state/use-live.ts';
import { budgetWarning } from '../../usage/budget/index.ts';
import { budgetStatus, watchBudget } from '../../usage/index.ts';

/** From 80 % of the budget on, which pays for what one asks with one's own key. */
export function BudgetWarning() {
  useEffect(watchBudget, []);
  const status = useLive(budgetStatus, (now) => now);
  const warning = status && budgetWarning(status);
  return warning ? (
    <p role="status">
      {warning}. <Link href="/costs">Costs</Link>
    </p>
  ) : null;
}
