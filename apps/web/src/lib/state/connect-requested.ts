import { live } from './live.ts';

/** Whether the dialog for connecting a model is to be open: the app shows it, since most pages may not touch keys. */
export const connectRequested = live(false, (_, isWanted: boolean) => isWanted);
