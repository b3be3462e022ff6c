export { budgetStatus, countUnrecorded, refreshBudget, setBudget, watchBudget } from './watch-budget.ts';
export { ownUsage, recordUsage } from './wiring.ts';
