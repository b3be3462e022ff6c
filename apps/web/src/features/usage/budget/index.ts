export {
  type Budget,
  type BudgetStatus,
  budgetId,
  budgetIn,
  budgetWords,
  isBudgetUsedUp,
  isNearlyUsedUp,
  microsOf,
} from './budget.ts';
