import { live } from '../../lib/state/live.ts';

/** Whether somebody has asked for the dialog in which they say who they are: the app opens it. */
export const introducing = live(false, (_, isWanted: boolean) => isWanted);
