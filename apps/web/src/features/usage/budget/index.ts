export {
  type Budget,
  type BudgetStatus,
  budgetId,
  budgetIn,
  budgetWords,
  isNearlyUsedUp,
  isUsedUp,
  microsOf,
} from './budget.ts';
