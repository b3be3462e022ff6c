import type { Counts } from '../../platform/limits/counts.ts';
import { filePolicy, type VisitorLimits } from './policy.ts';

const day = 24 * 60 * 60 * 1000;
/** Bytes counted ahead of an upload, so that not every piece of it is a query. */
const ahead = 1024 * 1024;

/** One upload's share of the daily quota of its address. */
export interface Share {
  /** Counts bytes received; false if the daily quota is used up. */
  grow(bytes: number): Promise<boolean>;
  /** The upload has arrived, or failed and does not count. */
  end(isStored: boolean): Promise<void>;
}

/** Counts what each address uploads in a day, which begins with its first upload. */
export function quota(visitorLimits: VisitorLimits, counts: Counts) {
  return {
    /** Counted before a byte is read, so that simultaneous uploads cannot slip through together. */
    async take(address: string): Promise<Share | { retryAfter: number }> {
      const addFiles = (by: number) => counts.add(`uploaded files ${address}`, by, day);
      const addBytes = (by: number) => counts.add(`uploaded bytes ${address}`, by, day);
      const { count: files, left } = await addFiles(1);
      const { count: bytes } = await addBytes(0);
      if (!filePolicy.upload({ files: files - 1, bytes }, visitorLimits)) {
        await addFiles(-1);
        return { retryAfter: Math.ceil(left / 1000) };
      }
      let mine = 0;
      let counted = 0;

      /** False, and nothing counted, if that is too much. */
      async function count(more: number): Promise<boolean> {
        const { count } = await addBytes(more);
        if (filePolicy.grow({ files, bytes: count - more }, more, visitorLimits)) {
          counted += more;
          return true;
        }
        await addBytes(-more);
        return false;
      }

      return {
        async grow(bytes) {
          mine += bytes;
          const missing = mine - counted;
          if (missing <= 0) return true;
          return (missing < ahead && (await count(ahead))) || count(missing);
        },
        async end(isStored) {
          if (!isStored) await addFiles(-1);
          const rest = counted - (isStored ? mine : 0);
          if (rest > 0) await addBytes(-rest);
        },
      };
    },
  };
}
