export { type Days, utcMonthOf, yearTo } from './periods.ts';
export { by, joinedUsage, noUsage, spentMicros, total, type UsageTotals, usageOf } from './sums.ts';
