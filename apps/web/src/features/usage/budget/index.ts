export {
  type Budget,
  type BudgetStatus,
  budgetId,
  budgetIn,
  budgetWarning,
  budgetWords,
  isBudgetUsedUp,
} from './budget.ts';
export { microsOf } from './typed-budget.ts';
