export { hasRecordsEntry } from './has-records.ts';
export { isRecordListWhole, records, type StoredFields } from './records.ts';
