import { useEffect } from 'react';
import { Link } from 'wouter';
import { useLive } from '../../../../lib/state/use-live.ts';
import { catalogue } from '../../../keys/index.ts';
import { budgetWarning, isBudgetUsedUp } from '../../../usage/budget/index.ts';
import { budgetStatus, countUnrecorded, watchBudget } from '../../../usage/index.ts';
import { useConversation } from '../../use-conversation.ts';
import styles from './budget-note.module.css';
import { countTemporary } from './count-temporary.ts';

/** Above the text box, from 80 % of the budget on. */
export function BudgetNote() {
  const chat = useConversation();
  useEffect(watchBudget, []);
  useEffect(() => countTemporary(chat, { catalogue: catalogue.fetch, count: countUnrecorded }), [chat]);
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
