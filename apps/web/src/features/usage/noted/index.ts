export { noteUsage, storeNoted, storeOrNote } from './noted-usage.ts';
