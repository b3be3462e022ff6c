export { type Days, monthOf, yearTo } from './periods.ts';
export { by, joined, noUsage, spentMicros, total, type Usage, usageOf } from './sums.ts';
