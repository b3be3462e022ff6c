import { live } from './live.ts';

/** A connection as a question knows it: of a stored one, only the host of the endpoint is right. */
export interface AskedAt {
  provider: string;
  endpoint: string;
}

/**
 * Whether the dialog for connecting a model is to be open, or the connection it is to show: the app shows it, since most
 * pages may not touch keys.
 */
export const connectRequested = live<AskedAt | boolean, AskedAt | boolean>(false, (_, wanted) => wanted);
