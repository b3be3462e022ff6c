import type { Queries } from '../../../platform/database/database.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { addUsedText } from '../store/used-text.ts';

export interface TextQuotaDeps {
  /** The text quota of an account, and how much of it its conversations use (bytes). */
  textQuota: number;
  bytesElsewhere(userId: string, on: Queries): Promise<number>;
}

/** Adds to what an author's text quota counts, or subtracts; refuses when it is used up. */
export type ChargeText = (userId: string, more: number, on: Queries) => Promise<void>;

export const textCharger =
  ({ textQuota, bytesElsewhere }: TextQuotaDeps): ChargeText =>
  async (userId, more, on) => {
    const mine = await addUsedText(on, userId, more);
    if (more <= 0 || mine + (await bytesElsewhere(userId, on)) <= textQuota) return;
    refuse('quota-used', 'Your account’s storage for text is full. Delete conversations or messages first.');
  };
