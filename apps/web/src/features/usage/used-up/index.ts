export { usedUp, usedUpEntry, usedUpFor } from './used-up.ts';
export { type MonthSpent, monthSpentIn, usedUpValue } from './used-up-value.ts';
