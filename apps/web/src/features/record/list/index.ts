export { records, type StoredFields } from './records.ts';
