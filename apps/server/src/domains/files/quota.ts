import { filePolicy, type Used, type VisitorLimits } from './policy.ts';

const day = 24 * 60 * 60 * 1000;

/** One upload's share of the daily quota of its address. */
export interface Share {
  /** Counts bytes received; false if the daily quota is used up. */
  grow(bytes: number): boolean;
  /** The upload failed: it does not count. */
  giveBack(): void;
}

/** Counts what each address uploads in a day. In memory only: a restart starts everyone's day again. */
export function quota(visitorLimits: VisitorLimits, steady: () => number) {
  const days = new Map<string, Used & { endsAt: number }>();

  function dayOf(address: string) {
    const known = days.get(address);
    if (known && known.endsAt > steady()) return known;
    const fresh = { files: 0, bytes: 0, endsAt: steady() + day };
    days.set(address, fresh);
    return fresh;
  }

  return {
    /** Counted before a byte is read, so that simultaneous uploads cannot slip through together. */
    take(address: string): Share | { retryAfter: number } {
      const used = dayOf(address);
      if (!filePolicy.upload(used, visitorLimits))
        return { retryAfter: Math.ceil((used.endsAt - steady()) / 1000) };
      let mine = 0;
      used.files += 1;
      return {
        grow(bytes) {
          if (!filePolicy.grow(used, bytes, visitorLimits)) return false;
          used.bytes += bytes;
          mine += bytes;
          return true;
        },
        giveBack() {
          used.files -= 1;
          used.bytes -= mine;
        },
      };
    },
    forgetPastDays() {
      for (const [address, { endsAt }] of days) if (endsAt <= steady()) days.delete(address);
    },
  };
}
