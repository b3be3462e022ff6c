import { type EndedSignIn, endedEntry } from '../../api/index.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** How long a sign-in lasts unused, and in total; a value close to a limit counts as reaching it. */
const idleTimeout = 14 * day - hour;
const absoluteTimeout = 90 * day - day;

/** The storage entry for when this browser first saw its current sign-in. */
const signInEntry = 'polylogue.sign_in';

export function noteSignIn(storage: Pick<SafeStorage, 'read' | 'write'>, id: string, now: number): void {
  if (readSignIn(storage)?.id !== id) storage.write(signInEntry, JSON.stringify({ id, at: now }));
}

/**
 * The account whose sign-in was ended by its owner or the operator: its stored data is to be erased. Null if none was,
 * or if it merely expired: unsent data then stays for the same account.
 */
export function takeEnded(
  storage: Pick<SafeStorage, 'read' | 'write' | 'remove'>,
  now: number,
): string | null {
  const text = storage.read(endedEntry);
  if (text === null) return null;
  storage.remove(endedEntry);
  const { owner, sign_in_id, expires_at } = read<EndedSignIn>(text) ?? {};
  if (!owner || expires_at === undefined) return null;
  const begun = readSignIn(storage);
  const age = begun?.id === sign_in_id && begun?.at !== undefined ? now - begun.at : 0;
  return now - expires_at >= idleTimeout || age >= absoluteTimeout ? null : owner;
}

const readSignIn = (storage: Pick<SafeStorage, 'read'>) =>
  read<{ id: string; at: number }>(storage.read(signInEntry));

function read<Value>(text: string | null): Partial<Value> | null {
  try {
    return text === null ? null : (Object(JSON.parse(text)) as Partial<Value>);
  } catch {
    return null;
  }
}
