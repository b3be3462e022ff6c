import { noRoom } from '../../platform/files/full.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { Counts } from '../../platform/limits/counts.ts';
import { type ReceivedFile, refuseTooLarge } from './intake.ts';
import type { VisitorLimits } from './policy.ts';
import { quota, type Share } from './quota.ts';

const hour = 60 * 60 * 1000;

/** Quotas for uploads without an account. Each process counts what all of them together have on its disk. */
export function visitors(visitorLimits: VisitorLimits, counts: Counts, now: () => number) {
  const days = quota(visitorLimits, counts);
  // Bytes on the disk, and bytes on their way there.
  let storedBytes = 0;
  let incomingBytes = 0;

  return {
    /** A share of the day of this address; refuses if it is used up, or if the file declares that it is too large. */
    async admit(incoming: Incoming, address: string) {
      refuseTooLarge(incoming, visitorLimits.fileBytes);
      const share = await days.take(address);
      if ('retryAfter' in share) return dailyLimitReached(share.retryAfter);
      return { fileBytes: visitorLimits.fileBytes, requester: address, ...counted(share) };
    },
    expiresAt: () => now() + visitorLimits.hoursStored * hour,
    stored: ({ size }: Pick<ReceivedFile, 'size'>) => {
      storedBytes += size;
    },
    /** Now and then: what earlier runs and other nodes have stored and removed counts as well. */
    recount(bytes: number) {
      storedBytes = bytes;
    },
  };

  function counted(share: Share) {
    let mine = 0;
    return {
      async grow(bytes: number) {
        mine += bytes;
        incomingBytes += bytes;
        if (!(await share.grow(bytes))) dailyLimitReached();
        if (storedBytes + incomingBytes > visitorLimits.allBytes) noRoom();
      },
      /** The upload arrived, or failed and does not count. */
      end(isStored: boolean) {
        incomingBytes -= mine;
        return share.end(isStored);
      },
    };
  }
}
export type VisitorUploads = ReturnType<typeof visitors>;

function dailyLimitReached(retryAfter?: number): never {
  return refuse(
    'quota-used',
    'You have reached the daily limit for uploads without an account. Try again tomorrow.',
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}
