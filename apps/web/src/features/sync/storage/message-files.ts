import { partName, partNumber } from '@polylogue/sync';
import { base64, blobOf } from '../../../lib/files/file.ts';
import type { MessageRow } from '../rows/rows.ts';
import type { Transaction } from './storage.ts';

/** What is sent of a file: its text, or its bytes in base64. */
export type StoredPart =
  | { type: 'text'; text: string }
  | { type: 'file'; name: string; mediaType: string; data: string };

/** A file that is not in the account yet. */
export interface Refusable {
  /** Why the account did not take it, and when (milliseconds since 1970). */
  refused?: 'quota-used' | 'refused';
  refused_at?: number;
}

/** A file of a message that is not in the account yet. */
export interface UnsentFile extends Refusable {
  conversation_id: string;
  message_id: string;
  /** 0 for the first one. */
  place: number;
}

/** How long a refused file is not tried again: all of it is sent before it is refused (milliseconds). */
const refusalPause = 3_600_000;

export const wasJustRefused = ({ refused_at }: Refusable, now: number): boolean =>
  refused_at !== undefined && now < refused_at + refusalPause;

const entry = 'unsent-files';
/** Set once all files that are here are listed. */
const listedEntry = 'files-listed';

export const unsentFiles = async (trx: Transaction): Promise<readonly UnsentFile[]> =>
  (await trx.meta<UnsentFile[]>(entry)) ?? [];

const isOf = ({ message_id, place }: UnsentFile) => {
  return (other: UnsentFile) => other.message_id === message_id && other.place === place;
};

export async function removeUnsent(trx: Transaction, file: UnsentFile): Promise<void> {
  const others = (await unsentFiles(trx)).filter((one) => !isOf(file)(one));
  await trx.putMeta(entry, others);
}

/** Last in the queue. */
export async function putUnsent(trx: Transaction, files: readonly UnsentFile[]): Promise<void> {
  const known = (await unsentFiles(trx)).filter((one) => !files.some(isOf(one)));
  await trx.putMeta(entry, [...known, ...files]);
}

/** Stores what is known about the files of a message; new ones are to be sent. */
export async function putFiles(
  trx: Transaction,
  { conversation_id, message_id }: Pick<MessageRow, 'conversation_id' | 'message_id'>,
  files: Readonly<Record<string, unknown>>,
): Promise<void> {
  const added: UnsentFile[] = [];
  for (const [name, value] of Object.entries(files)) {
    // Not loaded yet.
    if (value === undefined || (await trx.file(message_id, name)) !== undefined) continue;
    await trx.putFile(message_id, name, value);
    const place = partNumber(name);
    if (place !== undefined) added.push({ conversation_id, message_id, place });
  }
  if (added.length > 0) await putUnsent(trx, added);
}

/** Lists all files that are here, once for each database of the server. Returns whether it had to. */
export async function listFiles(trx: Transaction): Promise<boolean> {
  if (await trx.meta<boolean>(listedEntry)) return false;
  const found: UnsentFile[] = [];
  for (const { conversation_id } of await trx.conversations()) {
    for (const { message_id, details } of await trx.messages(conversation_id)) {
      for (const place of (details?.files ?? []).keys()) {
        const isHere = (await trx.file(message_id, partName(place))) !== undefined;
        if (isHere) found.push({ conversation_id, message_id, place });
      }
    }
  }
  await putUnsent(trx, found);
  await trx.putMeta(listedEntry, true);
  return true;
}

/** The account may have lost some. */
export const listFilesAgain = (trx: Transaction): Promise<void> => trx.removeMeta(listedEntry);

/** In the form the account stores: texts are distinguished by their type. */
export async function uploadOf(part: StoredPart, name: string): Promise<File> {
  if (part.type === 'text') return new File([part.text], name, { type: 'text/plain' });
  const type = part.mediaType.startsWith('text/') ? 'application/octet-stream' : part.mediaType;
  return new File([await blobOf(part.data, type)], name, { type });
}

export async function partOf(blob: Blob, name: string, mediaType: string): Promise<StoredPart> {
  if (blob.type.startsWith('text/')) return { type: 'text', text: await blob.text() };
  return { type: 'file', name, mediaType, data: await base64(blob) };
}
