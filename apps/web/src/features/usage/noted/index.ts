export { noteUsage, storeNoted } from './noted-usage.ts';
