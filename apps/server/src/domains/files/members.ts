import type { Database, Queries } from '../../platform/database/database.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { refuseHuge, wrapping } from './intake.ts';
import { type Allowance, filePolicy } from './policy.ts';
import { type FileRecord, type FileStore, fileStore } from './store.ts';

export interface MemberDeps {
  database: Database;
  store: FileStore;
  allowance: Allowance;
  /** Lets nobody else change what belongs to this account until the transaction ends; false when it is gone. */
  lock(userId: string, on: Queries): Promise<boolean>;
}

/** What a member may keep. Bytes on their way are counted by this process; what is stored, once for all of them. */
export function members({ database, store, allowance, lock }: MemberDeps) {
  const coming = new Map<string, number>();

  return {
    /** Refuses what could not be kept anyway, before it is read. */
    async admit(incoming: Incoming, userId: string) {
      refuseHuge(incoming, allowance.fileBytes);
      const used = await store.used(userId);
      if (!filePolicy.keepOneMore(used, allowance)) tooMany(allowance);
      const fits = (more: number) => filePolicy.keep(used, more, allowance);
      if (!fits(Math.max(1, (incoming.announced ?? 0) - wrapping))) roomIsUsed(allowance);
      let mine = 0;
      return {
        fileBytes: allowance.fileBytes,
        asker: userId,
        grow(bytes: number) {
          mine += bytes;
          coming.set(userId, (coming.get(userId) ?? 0) + bytes);
          if (!fits(coming.get(userId) ?? 0)) roomIsUsed(allowance);
        },
        end() {
          const left = (coming.get(userId) ?? 0) - mine;
          if (left > 0) coming.set(userId, left);
          else coming.delete(userId);
        },
      };
    },

    /** However many arrive at once, on however many servers: together they never take more than there is. */
    async remember(record: FileRecord & { ownerId: string }): Promise<void> {
      await database.transaction(async (trx) => {
        if (!(await lock(record.ownerId, trx))) accountIsGone();
        const files = fileStore(trx);
        const used = await files.used(record.ownerId);
        if (!filePolicy.keepOneMore(used, allowance)) tooMany(allowance);
        if (!filePolicy.keep(used, record.size, allowance)) roomIsUsed(allowance);
        await files.add(record);
      });
    },
  };
}

function roomIsUsed({ allBytes }: Allowance): never {
  const gigabytes = allBytes / 1024 / 1024 / 1024;
  return refuse(
    'quota-used',
    `There is no room left for this file: all of yours may take ${gigabytes} GB. Please delete some first.`,
  );
}

function tooMany({ files }: Allowance): never {
  return refuse(
    'quota-used',
    `There is no room left for this file: you may keep ${files.toLocaleString('en')}. Please delete some first.`,
  );
}

function accountIsGone(): never {
  return refuse('signed-out', 'This account does not exist any more.');
}
