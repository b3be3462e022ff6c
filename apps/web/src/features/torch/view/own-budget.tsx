import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';

const part = lazy(() => import('./budget-warning.tsx').then((file) => file.BudgetWarning));

/** Warns of one's own budget, as soon as the code that adds it up is there. */
export function OwnBudget() {
  const BudgetWarning = useLazy(part, true);
  return BudgetWarning ? <BudgetWarning /> : null;
}
