export { usedUp, usedUpEntry, usedUpValue } from './used-up.ts';
