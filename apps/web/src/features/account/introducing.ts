import { live } from '../../lib/state/live.ts';

/** Whether the dialog in which a person introduces themselves is wanted: the app opens it. */
export const introducing = live(false, (_, isWanted: boolean) => isWanted);
