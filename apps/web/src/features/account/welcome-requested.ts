import { live } from '../../lib/state/live.ts';

/** Whether the welcome dialog, in which a new member introduces themselves, is to be open: the app shows it. */
export const welcomeRequested = live(false, (_, isWanted: boolean) => isWanted);
