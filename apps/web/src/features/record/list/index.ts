export { hasRecordsEntry } from './has-records.ts';
export { records, type StoredFields } from './records.ts';
