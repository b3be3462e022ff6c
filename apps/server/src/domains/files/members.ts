import type { Database, Queries } from '../../platform/database/database.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { multipartOverhead, refuseTooLarge } from './intake.ts';
import { filePolicy, type MemberLimits } from './policy.ts';
import { usedBy } from './storage-used.ts';
import { type FileRecord, fileStore } from './store.ts';

export interface MemberDeps {
  database: Database;
  memberLimits: MemberLimits;
  /** Locks the account until the transaction ends; false if it was deleted. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** How much a member stores elsewhere that counts here (bytes). */
  usedElsewhere?: ((userId: string, on: Queries) => Promise<number>) | undefined;
}

type MemberFile = FileRecord & { ownerId: string };

/** Members' quotas. This process counts bytes on their way; stored bytes are counted once for all processes. */
export function members({ database, memberLimits, lock, usedElsewhere = none }: MemberDeps) {
  const incomingBytes = new Map<string, number>();

  async function used(userId: string, on: Queries) {
    const stored = await usedBy(on, userId);
    const elsewhere = await usedElsewhere(userId, on);
    return { ...stored, bytes: stored.bytes + elsewhere, elsewhere };
  }

  /** Locks the account until the transaction ends; refuses if it was deleted. */
  async function claim(userId: string, trx: Queries) {
    if (!(await lock(userId, trx))) accountDeleted();
  }

  /** In a transaction that has claimed the account. */
  async function addWithin(record: MemberFile, trx: Queries) {
    const taken = await used(record.ownerId, trx);
    if (!filePolicy.storeOneMore(taken, memberLimits)) tooMany(memberLimits);
    if (!filePolicy.store(taken, record.size, memberLimits)) quotaReached(memberLimits, taken);
    await fileStore(trx).add(record);
  }

  return {
    /** How much of a member's quota is used. */
    used: (userId: string) => used(userId, database.db),

    /** Refuses, before it is read, a file that could not be stored anyway. */
    async admit(incoming: Incoming, userId: string) {
      refuseTooLarge(incoming, memberLimits.fileBytes);
      const taken = await used(userId, database.db);
      if (!filePolicy.storeOneMore(taken, memberLimits)) tooMany(memberLimits);
      const fits = (more: number) => filePolicy.store(taken, more, memberLimits);
      if (!fits(Math.max(1, (incoming.announced ?? 0) - multipartOverhead)))
        quotaReached(memberLimits, taken);
      let mine = 0;
      return {
        fileBytes: memberLimits.fileBytes,
        requester: userId,
        grow(bytes: number) {
          mine += bytes;
          incomingBytes.set(userId, (incomingBytes.get(userId) ?? 0) + bytes);
          if (!fits(incomingBytes.get(userId) ?? 0)) quotaReached(memberLimits, taken);
        },
        end() {
          const left = (incomingBytes.get(userId) ?? 0) - mine;
          if (left > 0) incomingBytes.set(userId, left);
          else incomingBytes.delete(userId);
        },
      };
    },

    /** However many arrive at once, on however many servers: together they never exceed the quota. */
    async addRecord(record: MemberFile): Promise<void> {
      await database.transaction(async (trx) => {
        await claim(record.ownerId, trx);
        await addWithin(record, trx);
      });
    },

    claim,
    addWithin,
  };
}
export type MemberUploads = ReturnType<typeof members>;

const none = async () => 0;

function quotaReached({ allBytes }: MemberLimits, { elsewhere }: { elsewhere: number }): never {
  const gigabytes = allBytes / 1024 / 1024 / 1024;
  const all = `There is not enough storage left for this file: your files can take up ${gigabytes} GB in total`;
  return refuse(
    'quota-used',
    elsewhere === 0
      ? `${all}. Delete some first.`
      : `${all}, including the copy of your data. Delete it, or some files, first.`,
  );
}

function tooMany({ files }: MemberLimits): never {
  return refuse(
    'quota-used',
    `You cannot store another file: you can keep ${files.toLocaleString('en')} files. Delete some first.`,
  );
}

function accountDeleted(): never {
  return refuse('signed-out', 'This account no longer exists.');
}
