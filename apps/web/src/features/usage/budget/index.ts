export {
  type Budget,
  type BudgetStatus,
  budgetId,
  budgetIn,
  budgetWarning,
  budgetWords,
  isBudgetUsedUp,
  isNearlyUsedUp,
  microsOf,
} from './budget.ts';
