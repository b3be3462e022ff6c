import type { StoredFile } from '@polylogue/contract';
import { refuseWhenFull } from '../../platform/files/full.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { type IntakeDeps, intake, type ReceivedFile } from './intake.ts';
import type { MemberUploads } from './members.ts';
import type { FileRecord, FileStore } from './store.ts';
import { storedFile } from './stored-file.ts';
import type { VisitorUploads } from './visitors.ts';

/** Returns a function that receives a file: for the signed-in account, or else within the limits of the address. */
export function uploading({
  store,
  visitors,
  members,
  origin,
  now,
  ...deps
}: IntakeDeps & {
  store: FileStore;
  visitors: VisitorUploads;
  members: MemberUploads;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const { take, store: storeArrival } = intake({ ...deps, store });

  async function storeForVisitor(incoming: Incoming, address: string): Promise<FileRecord> {
    const share = await visitors.admit(incoming, address);
    let isStored = false;
    try {
      const arrival = await take(incoming, share);
      const record = { ...recordOf(arrival), ownerId: null, expiresAt: visitors.expiresAt() };
      await storeArrival(arrival, () => store.add(record));
      visitors.stored(record);
      isStored = true;
      return record;
    } finally {
      await share.end(isStored);
    }
  }

  async function storeForMember(userId: string, incoming: Incoming): Promise<FileRecord> {
    const share = await members.admit(incoming, userId);
    try {
      const arrival = await take(incoming, share);
      const record = { ...recordOf(arrival), ownerId: userId, expiresAt: null };
      await storeArrival(arrival, () => members.addRecord(record));
      return record;
    } finally {
      share.end();
    }
  }

  const recordOf = ({ draft, name, mediaType, size, isRedrawn }: ReceivedFile) => ({
    id: draft.id,
    name,
    mediaType,
    size,
    isRedrawn,
    createdAt: now(),
    sha256: null,
  });

  return async function upload(
    incoming: Incoming,
    { address, userId }: { address: string; userId?: string | undefined },
  ): Promise<StoredFile> {
    const keeping = userId ? storeForMember(userId, incoming) : storeForVisitor(incoming, address);
    return storedFile(await keeping.catch(refuseWhenFull), origin());
  };
}
