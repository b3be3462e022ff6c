import { noRoom } from '../../platform/files/full.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { type Arrival, refuseHuge } from './intake.ts';
import type { VisitorLimits } from './policy.ts';
import { quota, type Share } from './quota.ts';

const hour = 60 * 60 * 1000;

/** What somebody without an account may leave with us: the counts of one process. */
export function visitors(visitorLimits: VisitorLimits, now: () => number, steady: () => number) {
  const days = quota(visitorLimits, steady);
  // Bytes on disk, and bytes on their way there.
  let held = 0;
  let coming = 0;

  return {
    /** A share of the day of this address; refuses when it is used up, or the file says that it is too large. */
    admit(incoming: Incoming, address: string) {
      refuseHuge(incoming, visitorLimits.fileBytes);
      const share = days.take(address);
      if ('retryAfter' in share) return dayIsUsed(share.retryAfter);
      return { fileBytes: visitorLimits.fileBytes, asker: address, ...counted(share) };
    },
    expiresAt: () => now() + visitorLimits.hoursKept * hour,
    stored: ({ size }: Pick<Arrival, 'size'>) => {
      held += size;
    },
    removed: ({ size }: Pick<Arrival, 'size'>) => {
      held -= size;
    },
    /** Before the first one: what is there from earlier runs. */
    begin(bytes: number) {
      held = bytes;
    },
    forgetPastDays: days.forgetPastDays,
  };

  function counted(share: Share) {
    let mine = 0;
    return {
      grow(bytes: number) {
        mine += bytes;
        coming += bytes;
        if (!share.grow(bytes)) dayIsUsed();
        if (held + coming > visitorLimits.allBytes) noRoom();
      },
      /** It has arrived, or failed and counts for nothing. */
      end(isStored: boolean) {
        coming -= mine;
        if (!isStored) share.giveBack();
      },
    };
  }
}

function dayIsUsed(retryAfter?: number): never {
  return refuse(
    'quota-used',
    'You have uploaded as much as is possible in a day without an account. Please try again tomorrow.',
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}
