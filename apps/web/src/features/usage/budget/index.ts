export {
  type Budget,
  type BudgetStatus,
  budgetId,
  budgetIn,
  budgetWarning,
  budgetWords,
  isBudgetUsedUp,
  microsOf,
} from './budget.ts';
