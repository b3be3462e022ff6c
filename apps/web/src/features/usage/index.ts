export { ownUsage, recordUsage, serverNow } from './wiring.ts';
